package dev.tenon.guard.policy;

import dev.tenon.json.Json;
import dev.tenon.model.Revision;
import org.jspecify.annotations.Nullable;

/**
 * One message on its way through the guard, as a policy sees it. Names are those of the upstream, without any prefix
 * that the guard puts in front of them.
 *
 * @param direction which way it goes
 * @param kind what the body holds
 * @param method the method; for results and errors that of their request
 * @param body params, result or error, as they came; an empty object where there are none
 * @param revision the revision that the sender of this message speaks
 * @param upstream the name of the server behind
 * @param caller on whose behalf
 * @param targetName what the request is about: the name of a tool or prompt, the URI of a resource; null for none
 * @param definition the definition of the tool as its server listed it, for a call of a tool and its result; null when
 *     it is not known
 */
public record PolicyMessage(
        MessageDirection direction,
        MessageKind kind,
        String method,
        Json body,
        Revision revision,
        String upstream,
        Caller caller,
        @Nullable String targetName,
        @Nullable Json definition) {

    /** The params of a request of the client. */
    public static PolicyMessage request(String upstream, String method, Json params) {
        return create(MessageDirection.TO_SERVER, MessageKind.REQUEST, upstream, method, params);
    }

    /** The params of a question that the server asks the client. */
    public static PolicyMessage serverRequest(String upstream, String method, Json params) {
        return create(MessageDirection.TO_CLIENT, MessageKind.REQUEST, upstream, method, params);
    }

    /** The params of a notification. */
    public static PolicyMessage notification(MessageDirection direction, String upstream, String method, Json params) {
        return create(direction, MessageKind.NOTIFICATION, upstream, method, params);
    }

    private static PolicyMessage create(
            MessageDirection direction, MessageKind part, String upstream, String method, Json body) {
        return new PolicyMessage(
                direction, part, method, body, Revision.newest(), upstream, Caller.ANONYMOUS, null, null);
    }

    /** The result of this request, on its way back. */
    public PolicyMessage toResult(Json result) {
        return toResponse(MessageKind.RESULT, result);
    }

    /** The error that answers this request, on its way back. */
    public PolicyMessage toError(Json error) {
        return toResponse(MessageKind.ERROR, error);
    }

    /** With another body. */
    public PolicyMessage withBody(Json changed) {
        return new PolicyMessage(direction, kind, method, changed, revision, upstream, caller, targetName, definition);
    }

    /** In another revision. */
    public PolicyMessage withRevision(Revision changed) {
        return new PolicyMessage(direction, kind, method, body, changed, upstream, caller, targetName, definition);
    }

    /** On behalf of somebody. */
    public PolicyMessage withCaller(Caller changed) {
        return new PolicyMessage(direction, kind, method, body, revision, upstream, changed, targetName, definition);
    }

    /** About the thing of that name, with its definition where it is known. */
    public PolicyMessage withTarget(@Nullable String changed, @Nullable Json itsDefinition) {
        return new PolicyMessage(direction, kind, method, body, revision, upstream, caller, changed, itsDefinition);
    }

    private PolicyMessage toResponse(MessageKind changed, Json itsBody) {
        MessageDirection other =
                direction == MessageDirection.TO_SERVER ? MessageDirection.TO_CLIENT : MessageDirection.TO_SERVER;
        return new PolicyMessage(other, changed, method, itsBody, revision, upstream, caller, targetName, definition);
    }
}
