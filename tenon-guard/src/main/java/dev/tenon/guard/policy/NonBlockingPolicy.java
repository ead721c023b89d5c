package dev.tenon.guard.policy;

/** A policy that never waits for anything. */
public interface NonBlockingPolicy extends GuardPolicy {
    @Override
    default boolean isNonBlocking(String method) {
        return true;
    }
}
