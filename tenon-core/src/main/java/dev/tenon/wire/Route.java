package dev.tenon.wire;

import dev.tenon.jsonrpc.RpcError;
import dev.tenon.model.Revision;

/** Where a message belongs, as the {@link Classifier} sees it. */
public sealed interface Route {
    /** A request that stands for itself, under a stateless revision. */
    record Stateless(Revision revision) implements Route {}

    /** The opening of a session. */
    record Opening() implements Route {}

    /** Part of a session: over HTTP the one with this id, on a connection the only one. */
    record InSession(String sessionId) implements Route {}

    /** A notification that belongs to nothing in particular; it is accepted and has no effect beyond its connection. */
    record Unbound() implements Route {}

    /** A message that belongs nowhere; over HTTP its refusal has the status 400. */
    record Rejected(RpcError error) implements Route {}
}
