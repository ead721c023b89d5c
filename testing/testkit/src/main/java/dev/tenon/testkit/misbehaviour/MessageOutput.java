package dev.tenon.testkit.misbehaviour;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;

/** The output of a misbehaving server: the lines of stdio, or the response to an HTTP request. */
interface MessageOutput {
    /** Writes a part of a message as arbitrary bytes. */
    void writeBytes(byte[] part) throws IOException;

    /** Ends a message. */
    void endMessage() throws IOException;

    /**
     * Ends the connection immediately: exits the process, or closes the HTTP connection before the end of the response.
     */
    void disconnect() throws IOException;

    /** Writes the correct response. */
    void respondCorrectly() throws IOException;

    /** Writes a complete HTTP response instead of the regular one; over HTTP only. */
    void writeHttpResponse(String response) throws IOException;

    /** Writes arbitrary text to the event stream; over HTTP only. */
    void writeEvents(String raw) throws IOException;

    /** Writes a message. */
    default void writeMessage(String json) throws IOException {
        writeText(json);
        endMessage();
    }

    /** Writes a part of a message. */
    default void writeText(String part) throws IOException {
        writeBytes(part.getBytes(UTF_8));
    }

    /** Writes a notification or, with an id, a request. */
    default void writeNotificationOrRequest(String method, String rest) throws IOException {
        writeMessage("{\"jsonrpc\":\"2.0\",\"method\":\"" + method + "\"" + rest + "}");
    }

    /** Sleeps. */
    default void sleep(long millis) throws IOException {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("Interrupted", e);
        }
    }
}
