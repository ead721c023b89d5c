package dev.tenon.transport;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * Writes each message as one line, several of them in one go. Line breaks inside a message, which in JSON can only
 * stand between tokens, become spaces: the framing never breaks.
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
        byte[] flat = message;
        for (int i = 0; i < message.length; i++) {
            if (message[i] == '\n' || message[i] == '\r') {
                flat = flat == message ? message.clone() : flat;
                flat[i] = ' ';
            }
        }
        return flat;
    }
}
