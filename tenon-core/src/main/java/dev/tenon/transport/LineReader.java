package dev.tenon.transport;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Cuts a stream into lines. Memory is bounded by the longest line that is allowed: the buffer grows by need, and the
 * rest of a line that is too long is thrown away as it comes.
 */
final class LineReader {
    private static final int CHUNK = 32 << 10;
    private static final int MAX_RETAINED_BYTES = 64 << 10;
    private static final byte[] NONE = {};

    private final InputStream in;
    private final int maxBytes;
    private final GuardedReceiver receiver;
    private final byte[] chunk = new byte[CHUNK];
    private byte[] partial = NONE;
    private int partialLength;
    private boolean discarding;

    LineReader(InputStream in, int maxBytes, GuardedReceiver delivery) {
        this.in = in;
        this.maxBytes = maxBytes;
        this.receiver = delivery;
    }

    /**
     * Whether something has come. Of some streams that is not known, and of one that has failed {@link #read} tells it.
     */
    boolean isReady() {
        try {
            return in.available() > 0;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Waits for what comes next.
     *
     * @return how many bytes have come, for {@link #deliver}; negative at the end
     */
    int read() throws IOException {
        return in.read(chunk);
    }

    /** Delivers the lines that end in what has come. */
    void deliver(int length) {
        int from = 0;
        for (int i = 0; i < length; i++) {
            if (chunk[i] == '\n') {
                endLine(chunk, from, i);
                from = i + 1;
            }
        }
        bufferPartial(chunk, from, length);
    }

    /** Delivers what came last: the last line needs no line feed. */
    void deliverLast() {
        endLine(NONE, 0, 0);
    }

    private void endLine(byte[] b, int from, int to) {
        if (partialLength == 0 && !discarding) {
            deliver(b, from, to);
            return;
        }
        bufferPartial(b, from, to);
        if (!discarding) {
            deliver(partial, 0, partialLength);
        }
        discarding = false;
        clearPartial();
    }

    private void deliver(byte[] b, int from, int to) {
        int end = to > from && b[to - 1] == '\r' ? to - 1 : to;
        if (end - from > maxBytes) {
            receiver.onOversizedMessage();
        } else if (end > from) {
            receiver.onMessage(Arrays.copyOfRange(b, from, end));
        }
    }

    /** Keeps the beginning of a line; one byte more than the limit, which may turn out to be a carriage return. */
    private void bufferPartial(byte[] b, int from, int to) {
        long length = (long) partialLength + to - from;
        if (discarding || length == 0) {
            return;
        }
        if (length > maxBytes + 1L) {
            discarding = true;
            clearPartial();
            receiver.onOversizedMessage();
            return;
        }
        if (length > partial.length) {
            long grown = Math.max(length, 2L * partial.length);
            partial = Arrays.copyOf(partial, (int) Math.min(grown, maxBytes + 1L));
        }
        System.arraycopy(b, from, partial, partialLength, to - from);
        partialLength = (int) length;
    }

    private void clearPartial() {
        partialLength = 0;
        if (partial.length > MAX_RETAINED_BYTES) {
            partial = NONE;
        }
    }
}
