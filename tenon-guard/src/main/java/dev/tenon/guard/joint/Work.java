package dev.tenon.guard.joint;

import dev.tenon.server.RelayService;

/** Something that a member is to do for a client. */
@FunctionalInterface
interface Work<T> {
    T of(RelayService service) throws Exception;
}
