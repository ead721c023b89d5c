package dev.tenon.guard.policy;

import dev.tenon.json.Json;
import dev.tenon.model.Revision;
import org.jspecify.annotations.Nullable;

/**
 * One message on its way through the guard, as a policy sees it. Names are those of the upstream, without any prefix that
 * the guard puts in front of them.
 *
 * @param direction which way it goes
 * @param part what the body holds
 * @param method the method; for results and errors that of their request
 * @param body params, result or error, as they came; an empty object where there are none
 * @param revision the revision that the sender of this message speaks
 * @param upstream the name of the server behind
 * @param caller on whose behalf
 * @param name what the request is about: the name of a tool or prompt, the URI of a resource; null for none
 * @param definition the definition of the tool as its server listed it, for a call of a tool and its result; null when it is
 *     not known
 */
public record Passage(
        Direction direction,
        Part part,
        String method,
        Json body,
        Revision revision,
        String upstream,
        Caller caller,
        @Nullable String name,
        @Nullable Json definition) {

    /** The params of a request of the client. */
    public static Passage request(String upstream, String method, Json params) {
        return of(Direction.TO_SERVER, Part.REQUEST, upstream, method, params);
    }

    /** The params of a question that the server asks the client. */
    public static Passage question(String upstream, String method, Json params) {
        return of(Direction.TO_CLIENT, Part.REQUEST, upstream, method, params);
    }

    /** The params of a notification. */
    public static Passage notification(Direction direction, String upstream, String method, Json params) {
        return of(direction, Part.NOTIFICATION, upstream, method, params);
    }

    private static Passage of(Direction direction, Part part, String upstream, String method, Json body) {
        return new Passage(direction, part, method, body, Revision.newest(), upstream, Caller.ANYBODY, null, null);
    }

    /** The result of this request, on its way back. */
    public Passage result(Json result) {
        return back(Part.RESULT, result);
    }

    /** The error that answers this request, on its way back. */
    public Passage error(Json error) {
        return back(Part.ERROR, error);
    }

    /** With another body. */
    public Passage withBody(Json changed) {
        return new Passage(direction, part, method, changed, revision, upstream, caller, name, definition);
    }

    /** In another revision. */
    public Passage withRevision(Revision changed) {
        return new Passage(direction, part, method, body, changed, upstream, caller, name, definition);
    }

    /** On behalf of somebody. */
    public Passage withCaller(Caller changed) {
        return new Passage(direction, part, method, body, revision, upstream, changed, name, definition);
    }

    /** About the thing of that name, with its definition where it is known. */
    public Passage about(@Nullable String changed, @Nullable Json itsDefinition) {
        return new Passage(direction, part, method, body, revision, upstream, caller, changed, itsDefinition);
    }

    private Passage back(Part changed, Json itsBody) {
        Direction other = direction == Direction.TO_SERVER ? Direction.TO_CLIENT : Direction.TO_SERVER;
        return new Passage(other, changed, method, itsBody, revision, upstream, caller, name, definition);
    }
}
