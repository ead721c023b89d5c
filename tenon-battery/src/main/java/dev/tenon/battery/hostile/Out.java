package dev.tenon.battery.hostile;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;

/** Where a hostile server writes to: the lines of stdio, or the answer to one HTTP request. */
interface Out {
    /** Writes a piece of a message, whatever is in it. */
    void bytes(byte[] piece) throws IOException;

    /** Ends a message. */
    void end() throws IOException;

    /** Ends the connection at once: the process, or the stream of the HTTP answer before its end. */
    void cut() throws IOException;

    /** Answers as it should be. */
    void good() throws IOException;

    /** Writes a whole HTTP answer in place of everything else; over HTTP only. */
    void http(String answer) throws IOException;

    /** Writes to the stream of events whatever it is; over HTTP only. */
    void events(String raw) throws IOException;

    /** Writes a message. */
    default void message(String json) throws IOException {
        text(json);
        end();
    }

    /** Writes a piece of a message. */
    default void text(String piece) throws IOException {
        bytes(piece.getBytes(UTF_8));
    }

    /** Writes a notification or, with an id, a request. */
    default void send(String method, String rest) throws IOException {
        message("{\"jsonrpc\":\"2.0\",\"method\":\"" + method + "\"" + rest + "}");
    }

    /** Waits. */
    default void pause(long millis) throws IOException {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("It is over", e);
        }
    }
}
