package dev.tenon.codec;

import dev.tenon.jsonrpc.RpcError;
import dev.tenon.model.Revision;

/** Where a message belongs, as the {@link MessageClassifier} sees it. */
public sealed interface MessageRoute {
    /** A request that stands for itself, under a stateless revision. */
    record StatelessRequest(Revision revision) implements MessageRoute {}

    /** The opening of a session. */
    record InitializeRequest() implements MessageRoute {}

    /** Part of a session: over HTTP the one with this id, on a connection the only one. */
    record SessionMessage(String sessionId) implements MessageRoute {}

    /** A notification that belongs to nothing in particular; it is accepted and has no effect beyond its connection. */
    record UnboundMessage() implements MessageRoute {}

    /** A message that belongs nowhere; over HTTP its refusal has the status 400. */
    record RejectedMessage(RpcError error) implements MessageRoute {}
}
