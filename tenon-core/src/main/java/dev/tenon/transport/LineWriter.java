package dev.tenon.transport;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * Writes each message as one line, several of them in one go. Line breaks inside a message, which in JSON can only stand
 * between tokens, become spaces: the framing never breaks.
 */
final class LineWriter {
    static final int BUFFER = 64 << 10;

    private final OutputStream out;

    LineWriter(OutputStream out) {
        this.out = new BufferedOutputStream(out, BUFFER);
    }

    void write(List<byte[]> messages) throws IOException {
        for (byte[] message : messages) {
            out.write(flat(message));
            out.write('\n');
        }
        out.flush();
    }

    private static byte[] flat(byte[] message) {
        int at = LineFeed.orReturnIn(message, 0, message.length);
        byte[] flat = at < message.length ? message.clone() : message;
        while (at < flat.length) {
            flat[at] = ' ';
            at = LineFeed.orReturnIn(flat, at + 1, flat.length);
        }
        return flat;
    }
}
