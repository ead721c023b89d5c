package dev.tenon.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.time.Duration;

/**
 * Parses an event stream from arbitrary chunks. As the standard requires, it accepts all kinds of line ends, a byte
 * order mark, comments, and unknown fields. An event is delivered when its blank line has arrived; an unfinished event
 * at the end of the stream is dropped.
 *
 * <p>Beyond the standard, an event without data is delivered if it has an id or a retry time, since the client needs
 * these to reconnect. Memory is limited: an event with too much data is skipped and reported once. Not safe for use by
 * multiple threads.
 */
public final class SseReader {
    private static final int MAX_FIELD_NAME_BYTES = 16;

    private final SseListener listener;
    private final BoundedBuffer line;
    private final BoundedBuffer data;
    private SseEvent event = SseEvent.EMPTY;
    private boolean hasData;
    /** Whether the rest of the event is skipped. */
    private boolean skipping;

    private boolean started;
    private boolean blank = true;
    private boolean comment;
    private boolean afterCarriageReturn;

    /**
     * Creates a reader for the beginning of a stream.
     *
     * @param maxBytes maximum data of one event in bytes
     * @param listener receives the events
     */
    public SseReader(int maxBytes, SseListener listener) {
        this.listener = listener;
        this.line = new BoundedBuffer(maxBytes + (long) MAX_FIELD_NAME_BYTES);
        this.data = new BoundedBuffer(maxBytes);
    }

    /** Parses the next bytes and delivers the events that they complete. */
    public void feed(byte[] bytes, int offset, int length) {
        int from = offset;
        for (int i = offset; i < offset + length; i++) {
            byte b = bytes[i];
            if (b == '\n' && afterCarriageReturn) {
                from = i + 1;
            } else if (b == '\n' || b == '\r') {
                bufferLine(bytes, from, i);
                endLine();
                from = i + 1;
            }
            afterCarriageReturn = b == '\r';
        }
        bufferLine(bytes, from, offset + length);
    }

    private void bufferLine(byte[] bytes, int from, int to) {
        if (from == to) {
            return;
        }
        if (blank) {
            blank = false;
            comment = bytes[from] == ':';
        }
        if (!comment && !skipping && !line.tryAppend(bytes, from, to)) {
            skipOversizedEvent();
        }
    }

    private void skipOversizedEvent() {
        skipping = true;
        line.clear();
        data.clear();
        listener.onOversizedEvent();
    }

    private void endLine() {
        int start = started ? 0 : byteOrderMarkLength();
        started = true;
        if (blank || (start > 0 && line.size() == start)) {
            dispatchEvent();
        } else if (!comment && !skipping && line.byteAt(start) != ':') {
            processField(start);
        }
        blank = true;
        comment = false;
        line.clear();
    }

    private int byteOrderMarkLength() {
        return line.size() >= 3 && line.decodeText(0, 3).equals("\uFEFF") ? 3 : 0;
    }

    private void processField(int start) {
        int colon = start;
        while (colon < line.size() && line.byteAt(colon) != ':') {
            colon++;
        }
        int value = Math.min(colon + 1, line.size());
        if (value < line.size() && line.byteAt(value) == ' ') {
            value++;
        }
        switch (line.decodeText(start, colon)) {
            case "data" -> appendData(value);
            case "event" ->
                event = event.withName(line.decodeText(value, line.size()).replace('\0', '?'));
            case "id" -> setId(line.decodeText(value, line.size()));
            case "retry" -> setRetry(line.decodeText(value, line.size()));
            default -> {}
        }
    }

    private void appendData(int value) {
        boolean fits = !hasData || data.tryAppend(new byte[] {'\n'}, 0, 1);
        hasData = true;
        if (!fits || !data.tryAppend(line, value)) {
            skipOversizedEvent();
        }
    }

    private void setId(String id) {
        if (id.indexOf('\0') < 0) {
            event = event.withId(id);
        }
    }

    private void setRetry(String text) {
        if (!text.isEmpty() && text.length() <= 12 && text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            event = event.withRetry(Duration.ofMillis(Long.parseLong(text)));
        }
    }

    private void dispatchEvent() {
        boolean deliverable = hasData || event.id() != null || event.retry() != null;
        SseEvent complete = hasData ? event.withData(data.toByteArray()) : event;
        boolean wasSkipped = skipping;
        event = SseEvent.EMPTY;
        hasData = false;
        skipping = false;
        data.clear();
        if (!wasSkipped && deliverable) {
            listener.onEvent(complete);
        }
    }

    /** Receives the events that a reader parses. */
    public interface SseListener {
        /** Called for each complete event. */
        void onEvent(SseEvent event);

        /** Called once for each event that is skipped since its data exceeds the limit. */
        void onOversizedEvent();
    }

    /** A buffer that grows as needed up to a limit. */
    private static final class BoundedBuffer extends ByteArrayOutputStream {
        private static final int FIRST_BYTES = 256;
        private static final int MAX_RETAINED_BYTES = 64 << 10;

        private final long max;

        BoundedBuffer(long max) {
            super(FIRST_BYTES);
            this.max = Math.min(max, Integer.MAX_VALUE - 16L);
        }

        boolean tryAppend(byte[] bytes, int from, int to) {
            boolean fits = (long) count + to - from <= max;
            if (fits) {
                write(bytes, from, to - from);
            }
            return fits;
        }

        byte byteAt(int index) {
            return buf[index];
        }

        boolean tryAppend(BoundedBuffer bytes, int from) {
            return tryAppend(bytes.buf, from, bytes.count);
        }

        String decodeText(int from, int to) {
            return new String(buf, from, to - from, UTF_8);
        }

        void clear() {
            reset();
            if (buf.length > MAX_RETAINED_BYTES) {
                buf = new byte[FIRST_BYTES];
            }
        }
    }
}
