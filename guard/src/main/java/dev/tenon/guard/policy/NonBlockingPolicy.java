package dev.tenon.guard.policy;

/** A policy that never blocks. */
public interface NonBlockingPolicy extends GuardPolicy {
    @Override
    default boolean isNonBlocking(String method) {
        return true;
    }
}
