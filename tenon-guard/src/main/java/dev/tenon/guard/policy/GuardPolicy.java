package dev.tenon.guard.policy;

import dev.tenon.json.Json;
import java.util.Map;
import java.util.function.Supplier;

/**
 * One check of what passes. It is asked by many threads at once, returns soon, and keeps whatever it remembers within a
 * bound.
 */
public interface GuardPolicy {
    /** Its name in the configuration and in reports: {@code tools}, {@code limits}, {@code secrets}. */
    String name();

    /**
     * Whether it never waits for anything, such as a file, a network or a person, when it is asked about messages of
     * this method and what answers them. Such messages may be carried by an event loop, or by those who read standard
     * streams, which is cheaper. By default it may.
     */
    default boolean isNonBlocking(String method) {
        return false;
    }

    /**
     * Called several times in a second, on a thread that may wait: what it reads of files can be at hand when it is
     * asked.
     */
    default void refresh() {}

    /**
     * Whether it has to see the whole tool list of this server before it can rule on the list or on a call. The guard
     * then walks the list and calls {@link #loadToolList} before it asks {@link #evaluate}. By default it does not.
     */
    default boolean requiresToolList(String upstream) {
        return false;
    }

    /**
     * Learns the tools of a server that it {@linkplain #requiresToolList needs}. Calls that come meanwhile wait for
     * that, on no thread, and fail when this does. A guard has one walk of a server at a time.
     *
     * @param tools walks the list, which may take a minute: the definitions by name, as the server gives them in the
     *     newest revision that it speaks
     */
    default void loadToolList(String upstream, Supplier<Map<String, Json>> tools) {}

    /** What it says of a message; {@link PolicyDecision#ALLOW} for everything that is none of its business. */
    PolicyDecision evaluate(PolicyMessage passage);
}
