package dev.tenon.testkit.misbehaviour;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;

/** Where a hostile server writes to: the lines of stdio, or the answer to one HTTP request. */
interface MessageOutput {
    /** Writes a piece of a message, whatever is in it. */
    void writeBytes(byte[] piece) throws IOException;

    /** Ends a message. */
    void endMessage() throws IOException;

    /** Ends the connection at once: the process, or the stream of the HTTP answer before its end. */
    void disconnect() throws IOException;

    /** Answers as it should be. */
    void respondCorrectly() throws IOException;

    /** Writes a whole HTTP answer in place of everything else; over HTTP only. */
    void writeHttpResponse(String answer) throws IOException;

    /** Writes to the stream of events whatever it is; over HTTP only. */
    void writeEvents(String raw) throws IOException;

    /** Writes a message. */
    default void writeMessage(String json) throws IOException {
        writeText(json);
        endMessage();
    }

    /** Writes a piece of a message. */
    default void writeText(String piece) throws IOException {
        writeBytes(piece.getBytes(UTF_8));
    }

    /** Writes a notification or, with an id, a request. */
    default void writeCall(String method, String rest) throws IOException {
        writeMessage("{\"jsonrpc\":\"2.0\",\"method\":\"" + method + "\"" + rest + "}");
    }

    /** Waits. */
    default void sleep(long millis) throws IOException {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("It is over", e);
        }
    }
}
