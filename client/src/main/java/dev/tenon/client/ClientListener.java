package dev.tenon.client;

import dev.tenon.model.LogParams;

/**
 * Receives notifications of a server and changes of the connection. The client calls it on one of its threads, one call
 * at a time; while a call is running, further notifications are queued, and beyond {@link ClientLimits#notifications}
 * they are dropped and counted.
 *
 * <p>Under 2026-07-28 the server sends only what was {@linkplain McpClient#subscribe subscribed} to, and the log
 * messages of calls.
 */
public interface ClientListener {
    /** Called when the list of tools has changed. */
    default void onToolsChanged() {}

    /** Called when the list of prompts has changed. */
    default void onPromptsChanged() {}

    /** Called when the list of resources has changed. */
    default void onResourcesChanged() {}

    /** Called when the content of a resource has changed. */
    default void onResourceUpdated(String uri) {}

    /** Called with a log message of the server. Its content is meant for people and must not be trusted. */
    default void onLogMessage(LogParams message) {}

    /** Called when the interaction at a URL to which the user was sent is complete (2025-11-25). */
    default void onElicitationComplete(String elicitationId) {}

    /** Called when the connection is lost; the next call reconnects. */
    default void onConnectionLost(String reason) {}

    /** Called when the client has connected or reconnected. */
    default void onConnected(ServerInfo server) {}
}
