package dev.tenon.server.http;

import java.util.Map;

/**
 * Where an answer goes: a container implements it over its own response. Exactly one of {@code send} and {@code open}
 * is called, once.
 */
public interface HttpResponseWriter {
    /** Sends a whole answer. May be called from any thread and does not block. */
    void send(int status, Map<String, String> headers, byte[] body);

    /** Starts a streamed answer with status 200. May be called from any thread and does not block. */
    HttpResponseStream openStream(Map<String, String> headers);

    /**
     * Adds something to run, once, when the connection goes away before the answer is complete. Run at once when that
     * has happened already. Several actions can be added; all are run.
     */
    void onClosed(Runnable action);
}
