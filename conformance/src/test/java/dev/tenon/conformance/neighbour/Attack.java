package dev.tenon.conformance.neighbour;

/** What a client does to a server until it is closed. */
interface Attack extends AutoCloseable {
    /** Begins, on this thread and others, and returns when the attack is under way. */
    void begin(int port) throws Exception;

    /** Does a little more of it; called every 10 milliseconds. */
    default void goOn() throws Exception {}

    /** What to print in the end, for the test to look at. */
    default String result() {
        return "done";
    }

    @Override
    void close() throws Exception;
}
