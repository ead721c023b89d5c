package dev.tenon.guard.policy;

import dev.tenon.json.Json;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Checks messages that pass through the guard. Many threads use a policy at the same time; it returns quickly, and
 * limits the memory that it uses for its state.
 */
public interface GuardPolicy {
    /**
     * Returns the name in the configuration and in reports, such as {@code tools}, {@code sizes} or {@code secrets}.
     */
    String name();

    /**
     * Returns whether {@link #evaluate} never blocks, for example on a file, the network or a person, for messages of
     * this method and their responses. An event loop or a stdio reader thread may then carry such messages, which is
     * cheaper. The default is false.
     */
    default boolean isNonBlocking(String method) {
        return false;
    }

    /**
     * Reloads what the policy reads from files, so that {@link #evaluate} does not have to. Called several times per
     * second, on a thread that may block.
     */
    default void reloadFiles() {}

    /**
     * Returns whether the policy needs the complete tool list of this upstream server before it can decide on the list
     * or on a call. The guard then fetches the list and calls {@link #loadToolList} before it calls {@link #evaluate}.
     * The default is false.
     */
    default boolean requiresToolList(String upstream) {
        return false;
    }

    /**
     * Loads the tools of an upstream server for which {@link #requiresToolList} returns true. Calls that arrive in the
     * meantime wait without occupying a thread, and fail if this method throws. A guard fetches the list of a server at
     * most once at a time.
     *
     * @param upstream the name of the upstream server
     * @param tools fetches the list, which may take a minute: the definitions by name, as the server returns them in
     *     the newest revision that it supports
     */
    default void loadToolList(String upstream, Supplier<Map<String, Json>> tools) {}

    /** Decides on a message; returns {@link PolicyDecision#ALLOW} for messages that the policy does not cover. */
    PolicyDecision evaluate(PolicyMessage message);
}
