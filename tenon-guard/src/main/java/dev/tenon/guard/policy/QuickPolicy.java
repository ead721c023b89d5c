package dev.tenon.guard.policy;

/** A policy that never waits for anything. */
public interface QuickPolicy extends Policy {
    @Override
    default boolean neverBlocks(String method) {
        return true;
    }
}
