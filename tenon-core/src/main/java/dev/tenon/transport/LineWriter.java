package dev.tenon.transport;

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
    private final byte[] buffer = new byte[BUFFER];
    private int used;

    LineWriter(OutputStream out) {
        this.out = out;
    }

    void write(List<byte[]> messages) throws IOException {
        for (byte[] message : messages) {
            append(message);
        }
        send();
        out.flush();
    }

    private void append(byte[] message) throws IOException {
        for (int from = 0; from < message.length; ) {
            int piece = Math.min(message.length - from, room());
            System.arraycopy(message, from, buffer, used, piece);
            flatten(used, used + piece);
            used += piece;
            from += piece;
        }
        room();
        buffer[used++] = '\n';
    }

    private int room() throws IOException {
        if (used == BUFFER) {
            send();
        }
        return BUFFER - used;
    }

    private void flatten(int from, int to) {
        for (int i = LineFeed.orReturnIn(buffer, from, to); i < to; i = LineFeed.orReturnIn(buffer, i + 1, to)) {
            buffer[i] = ' ';
        }
    }

    private void send() throws IOException {
        int length = used;
        used = 0;
        out.write(buffer, 0, length);
    }
}
