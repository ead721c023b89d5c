package dev.tenon.guard.aggregate;

import dev.tenon.server.forwarder.ForwardingSession;

/** Something that a member is to do for a client. */
@FunctionalInterface
interface MemberTask<T> {
    T run(ForwardingSession service) throws Exception;
}
