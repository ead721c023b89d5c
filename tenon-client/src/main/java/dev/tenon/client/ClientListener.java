package dev.tenon.client;

import dev.tenon.model.LogParams;

/**
 * Told what a server says on its own. Called on one thread of the client's, one thing after the other; while it takes long,
 * further notifications wait, and beyond {@link ClientLimits#notifications} they are dropped and counted.
 *
 * <p>Under 2026-07-28 only what was {@linkplain McpClient#subscribe subscribed} to comes, and log messages of calls.
 */
public interface ClientListener {
    /** Tools came, went or changed. */
    default void toolsChanged() {}

    /** Prompts came, went or changed. */
    default void promptsChanged() {}

    /** Resources came or went. */
    default void resourcesChanged() {}

    /** A resource's content changed. */
    default void resourceUpdated(String uri) {}

    /** A log message; what is in it is for people and must not be trusted. */
    default void log(LogParams message) {}

    /** What happened at a URL, to which the user was sent, is done (2025-11-25). */
    default void elicitationCompleted(String elicitationId) {}

    /** The connection was lost; the next call makes a new one. */
    default void connectionLost(String reason) {}

    /** A connection was made, or made again. */
    default void connected(ServerInfo server) {}
}
