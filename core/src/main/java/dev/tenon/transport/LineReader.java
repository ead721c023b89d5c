package dev.tenon.transport;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Splits a stream into lines. Memory is bounded by the largest allowed line: the buffer grows on demand, and the rest
 * of a line that is too long is discarded while it arrives.
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

    LineReader(InputStream in, int maxBytes, GuardedReceiver receiver) {
        this.in = in;
        this.maxBytes = maxBytes;
        this.receiver = receiver;
    }

    /**
     * Returns whether bytes are available. Some streams cannot tell; if the stream is broken, {@link #readChunk}
     * reports it.
     */
    boolean isReady() {
        try {
            return in.available() > 0;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Waits for bytes.
     *
     * @return the number of bytes read, for {@link #deliverLines}; negative at the end of the stream
     */
    int readChunk() throws IOException {
        return in.read(chunk);
    }

    /** Delivers the lines that end in the bytes just read. */
    void deliverLines(int length) {
        int from = 0;
        for (int i = 0; i < length; i++) {
            if (chunk[i] == '\n') {
                endLine(chunk, from, i);
                from = i + 1;
            }
        }
        bufferPartial(chunk, from, length);
    }

    /** Delivers the last line, which may lack a line feed. */
    void deliverLastLine() {
        endLine(NONE, 0, 0);
    }

    private void endLine(byte[] b, int from, int to) {
        if (partialLength == 0 && !discarding) {
            deliverLine(b, from, to);
            return;
        }
        bufferPartial(b, from, to);
        if (!discarding) {
            deliverLine(partial, 0, partialLength);
        }
        discarding = false;
        clearPartial();
    }

    private void deliverLine(byte[] b, int from, int to) {
        int end = to > from && b[to - 1] == '\r' ? to - 1 : to;
        if (end - from > maxBytes) {
            receiver.onOversizedMessage();
        } else if (end > from) {
            receiver.onMessage(Arrays.copyOfRange(b, from, end));
        }
    }

    /** Buffers the beginning of a line, up to one byte more than the limit, as that byte may be a carriage return. */
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
