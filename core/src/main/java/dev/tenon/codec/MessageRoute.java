package dev.tenon.codec;

import dev.tenon.jsonrpc.RpcError;
import dev.tenon.model.Revision;

/** The result of {@link MessageClassifier}: how a message is to be handled. */
public sealed interface MessageRoute {
    /**
     * A stateless request.
     *
     * @param revision the revision that the request names
     */
    record StatelessRequest(Revision revision) implements MessageRoute {}

    /** An {@code initialize} request, which opens a session. */
    record InitializeRequest() implements MessageRoute {}

    /**
     * A message of a session.
     *
     * @param sessionId over HTTP, the id that the client sent; on a connection, the id of its only session
     */
    record SessionMessage(String sessionId) implements MessageRoute {}

    /** A message without a session. It is accepted and has no effect outside its connection. */
    record UnboundMessage() implements MessageRoute {}

    /** A message that cannot be assigned to a session or a revision. Over HTTP, the status of its response is 400. */
    record RejectedMessage(RpcError error) implements MessageRoute {}
}
