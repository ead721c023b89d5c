package dev.tenon.client;

import dev.tenon.model.LogParams;

/**
 * Told what a server says on its own. Called on one thread of the client's, one thing after the other; while it takes
 * long, further notifications wait, and beyond {@link ClientLimits#notifications} they are dropped and counted.
 *
 * <p>Under 2026-07-28 only what was {@linkplain McpClient#subscribe subscribed} to comes, and log messages of calls.
 */
public interface ClientListener {
    /** Tools came, went or changed. */
    default void onToolsChanged() {}

    /** Prompts came, went or changed. */
    default void onPromptsChanged() {}

    /** Resources came or went. */
    default void onResourcesChanged() {}

    /** A resource's content changed. */
    default void onResourceUpdated(String uri) {}

    /** A log message; what is in it is for people and must not be trusted. */
    default void onLogMessage(LogParams message) {}

    /** What happened at a URL, to which the user was sent, is done (2025-11-25). */
    default void onElicitationComplete(String elicitationId) {}

    /** The connection was lost; the next call makes a new one. */
    default void onConnectionLost(String reason) {}

    /** A connection was made, or made again. */
    default void onConnected(ServerInfo server) {}
}
