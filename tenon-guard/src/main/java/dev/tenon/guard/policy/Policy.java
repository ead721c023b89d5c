package dev.tenon.guard.policy;

/**
 * One check of what passes. It is asked by many threads at once, returns soon, and keeps whatever it remembers within a bound.
 */
public interface Policy {
    /** Its name in the configuration and in reports: {@code tools}, {@code limits}, {@code secrets}. */
    String name();

    /**
     * Whether it never waits for anything, such as a file, a network or a person, when it is asked about requests of this method and
     * what answers them. Such requests may be carried by an event loop, or by those who read standard streams, which is cheaper. By
     * default it may.
     */
    default boolean neverBlocks(String method) {
        return false;
    }

    /** What it says of a message; {@link Ruling#PASS} for everything that is none of its business. */
    Ruling rule(Passage passage);
}
