package dev.tenon.guard.aggregate;

import dev.tenon.server.forwarder.ForwardingSession;

/** A task of a member on behalf of a client. */
@FunctionalInterface
interface MemberTask<T> {
    T run(ForwardingSession session) throws Exception;
}
