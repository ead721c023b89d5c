package dev.tenon.conformance.neighbour;

/** An attack of a client on a server, until it is closed. */
interface Attack extends AutoCloseable {
    /** Starts the attack, on this thread and others, and returns when it is in progress. */
    void start(int port) throws Exception;

    /** Continues the attack; called every 10 ms. */
    default void continueAttack() throws Exception {}

    /** Returns the result to print at the end, for the test to check. */
    default String result() {
        return "done";
    }

    @Override
    void close() throws Exception;
}
