package dev.tenon.server.http;

import java.util.Map;

/**
 * Writes the response to one HTTP request; implemented by the container. Exactly one of {@code send} and
 * {@code openStream} is called, once.
 */
public interface HttpResponseWriter {
    /** Sends a complete response. May be called from any thread and must not block. */
    void send(int status, Map<String, String> headers, byte[] body);

    /** Starts a streaming response with status 200. May be called from any thread and must not block. */
    HttpResponseStream openStream(Map<String, String> headers);

    /**
     * Adds an action that runs once if the connection closes before the response is complete; immediately if this has
     * already happened. Several actions can be added.
     */
    void onDisconnected(Runnable action);
}
