package dev.tenon.guard.policy;

import dev.tenon.json.Json;
import dev.tenon.model.Revision;
import org.jspecify.annotations.Nullable;

/**
 * A message that passes through the guard, as a policy sees it. Names are those of the upstream server, without the
 * prefix that the guard adds.
 *
 * @param direction the direction of the message
 * @param kind what the body contains
 * @param method the method; for results and errors that of their request
 * @param body params, result or error, as received; an empty object if there are none
 * @param revision the protocol revision that the sender of this message uses
 * @param upstream the name of the upstream server
 * @param caller the principal on whose behalf the message passes
 * @param targetName the name of the tool or prompt, or the URI of the resource, that the request refers to; null for
 *     none
 * @param definition the definition of the tool as its server listed it, for {@code tools/call} and its result; null if
 *     unknown
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

    /** Returns a request of the client with these params. */
    public static PolicyMessage request(String upstream, String method, Json params) {
        return create(MessageDirection.TO_SERVER, MessageKind.REQUEST, upstream, method, params);
    }

    /** Returns a request of the server to the client with these params. */
    public static PolicyMessage serverRequest(String upstream, String method, Json params) {
        return create(MessageDirection.TO_CLIENT, MessageKind.REQUEST, upstream, method, params);
    }

    /** Returns a notification with these params. */
    public static PolicyMessage notification(MessageDirection direction, String upstream, String method, Json params) {
        return create(direction, MessageKind.NOTIFICATION, upstream, method, params);
    }

    private static PolicyMessage create(
            MessageDirection direction, MessageKind kind, String upstream, String method, Json body) {
        return new PolicyMessage(
                direction, kind, method, body, Revision.newest(), upstream, Caller.ANONYMOUS, null, null);
    }

    /** Returns the message that carries the result of this request in the opposite direction. */
    public PolicyMessage toResult(Json result) {
        return toResponse(MessageKind.RESULT, result);
    }

    /** Returns the message that carries the error response to this request in the opposite direction. */
    public PolicyMessage toError(Json error) {
        return toResponse(MessageKind.ERROR, error);
    }

    /** Returns this message with another body. */
    public PolicyMessage withBody(Json body) {
        return new PolicyMessage(direction, kind, method, body, revision, upstream, caller, targetName, definition);
    }

    /** Returns this message in another revision. */
    public PolicyMessage withRevision(Revision revision) {
        return new PolicyMessage(direction, kind, method, body, revision, upstream, caller, targetName, definition);
    }

    /** Returns this message on behalf of another caller. */
    public PolicyMessage withCaller(Caller caller) {
        return new PolicyMessage(direction, kind, method, body, revision, upstream, caller, targetName, definition);
    }

    /** Returns this message with another target name, and the definition of the target if it is known. */
    public PolicyMessage withTarget(@Nullable String targetName, @Nullable Json definition) {
        return new PolicyMessage(direction, kind, method, body, revision, upstream, caller, targetName, definition);
    }

    private PolicyMessage toResponse(MessageKind kind, Json body) {
        MessageDirection opposite =
                direction == MessageDirection.TO_SERVER ? MessageDirection.TO_CLIENT : MessageDirection.TO_SERVER;
        return new PolicyMessage(opposite, kind, method, body, revision, upstream, caller, targetName, definition);
    }
}
