package dev.tenon.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.time.Duration;

/**
 * Reads an event stream as it comes, cut anywhere. Tolerant as the standard demands: any kind of line end, a byte order mark,
 * comments, unknown fields. An event is handed on when its blank line has come; what is unfinished at the end is no event.
 *
 * <p>Beyond the standard, an event without data is handed on too when it has an id or a retry time, so that nothing that
 * matters for coming back is lost. Memory is bounded: an event with too much data is skipped and reported once. For one
 * thread.
 */
public final class SseReader {
    private static final int FIELD_ROOM = 16;

    private final Handler handler;
    private final Bytes line;
    private final Bytes data;
    private SseEvent event = SseEvent.empty();
    private boolean hasData;
    /** The rest of the event is thrown away. */
    private boolean skipping;

    private boolean started;
    private boolean blank = true;
    private boolean comment;
    private boolean afterCarriageReturn;

    /**
     * A reader at the beginning of a stream.
     *
     * @param maxBytes the most data of one event, in bytes
     */
    public SseReader(int maxBytes, Handler handler) {
        this.handler = handler;
        this.line = new Bytes(maxBytes + (long) FIELD_ROOM);
        this.data = new Bytes(maxBytes);
    }

    /** Takes the next bytes and hands on the events that they complete. */
    public void read(byte[] bytes, int offset, int length) {
        int from = offset;
        for (int i = offset; i < offset + length; i++) {
            byte b = bytes[i];
            if (b == '\n' && afterCarriageReturn) {
                from = i + 1;
            } else if (b == '\n' || b == '\r') {
                keep(bytes, from, i);
                endLine();
                from = i + 1;
            }
            afterCarriageReturn = b == '\r';
        }
        keep(bytes, from, offset + length);
    }

    private void keep(byte[] bytes, int from, int to) {
        if (from == to) {
            return;
        }
        if (blank) {
            blank = false;
            comment = bytes[from] == ':';
        }
        if (!comment && !skipping && !line.append(bytes, from, to)) {
            skip();
        }
    }

    private void skip() {
        skipping = true;
        line.forget();
        data.forget();
        handler.tooLarge();
    }

    private void endLine() {
        int start = started ? 0 : byteOrderMark();
        started = true;
        if (blank || (start > 0 && line.size() == start)) {
            endEvent();
        } else if (!comment && !skipping && line.at(start) != ':') {
            field(start);
        }
        blank = true;
        comment = false;
        line.forget();
    }

    private int byteOrderMark() {
        return line.size() >= 3 && line.text(0, 3).equals("\uFEFF") ? 3 : 0;
    }

    private void field(int start) {
        int colon = start;
        while (colon < line.size() && line.at(colon) != ':') {
            colon++;
        }
        int value = Math.min(colon + 1, line.size());
        if (value < line.size() && line.at(value) == ' ') {
            value++;
        }
        switch (line.text(start, colon)) {
            case "data" -> data(value);
            case "event" -> event = event.withName(line.text(value, line.size()).replace('\0', '?'));
            case "id" -> id(line.text(value, line.size()));
            case "retry" -> retry(line.text(value, line.size()));
            default -> {}
        }
    }

    private void data(int value) {
        boolean fits = !hasData || data.append(new byte[] {'\n'}, 0, 1);
        hasData = true;
        if (!fits || !data.append(line, value)) {
            skip();
        }
    }

    private void id(String id) {
        if (id.indexOf('\0') < 0) {
            event = event.withId(id);
        }
    }

    private void retry(String text) {
        if (!text.isEmpty() && text.length() <= 12 && text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            event = event.withRetry(Duration.ofMillis(Long.parseLong(text)));
        }
    }

    private void endEvent() {
        boolean worthwhile = hasData || event.id() != null || event.retry() != null;
        SseEvent complete = hasData ? event.withData(data.toByteArray()) : event;
        boolean whole = !skipping;
        event = SseEvent.empty();
        hasData = false;
        skipping = false;
        data.forget();
        if (whole && worthwhile) {
            handler.event(complete);
        }
    }

    /** Takes what a reader finds. */
    public interface Handler {
        /** One whole event. */
        void event(SseEvent event);

        /** An event had more data than allowed and is skipped; said once for each. */
        void tooLarge();
    }

    /** A buffer that grows by need and up to a bound. */
    private static final class Bytes extends ByteArrayOutputStream {
        private static final int FIRST_BYTES = 256;
        private static final int KEPT_BYTES = 64 << 10;

        private final long max;

        Bytes(long max) {
            super(FIRST_BYTES);
            this.max = Math.min(max, Integer.MAX_VALUE - 16L);
        }

        boolean append(byte[] more, int from, int to) {
            boolean fits = (long) count + to - from <= max;
            if (fits) {
                write(more, from, to - from);
            }
            return fits;
        }

        byte at(int index) {
            return buf[index];
        }

        boolean append(Bytes more, int from) {
            return append(more.buf, from, more.count);
        }

        String text(int from, int to) {
            return new String(buf, from, to - from, UTF_8);
        }

        void forget() {
            reset();
            if (buf.length > KEPT_BYTES) {
                buf = new byte[FIRST_BYTES];
            }
        }
    }
}
