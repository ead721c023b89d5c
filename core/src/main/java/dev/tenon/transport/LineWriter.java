package dev.tenon.transport;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * Writes each message as one line, and several messages with one flush. Line breaks inside a message, which JSON allows
 * only between tokens, are replaced by spaces to keep the framing.
 */
final class LineWriter {
    static final int BUFFER = 64 << 10;

    private final OutputStream out;

    LineWriter(OutputStream out) {
        this.out = new BufferedOutputStream(out, BUFFER);
    }

    void write(List<byte[]> messages) throws IOException {
        for (byte[] message : messages) {
            out.write(replaceLineBreaks(message));
            out.write('\n');
        }
        out.flush();
    }

    private static byte[] replaceLineBreaks(byte[] message) {
        byte[] result = message;
        for (int i = 0; i < message.length; i++) {
            if (message[i] == '\n' || message[i] == '\r') {
                result = result == message ? message.clone() : result;
                result[i] = ' ';
            }
        }
        return result;
    }
}
