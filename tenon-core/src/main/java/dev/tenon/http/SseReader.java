package dev.tenon.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.Arrays;

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
        if (blank || (start > 0 && line.length == start)) {
            endEvent();
        } else if (!comment && !skipping && line.bytes[start] != ':') {
            field(start);
        }
        blank = true;
        comment = false;
        line.forget();
    }

    private int byteOrderMark() {
        boolean marked = line.length >= 3
                && line.bytes[0] == (byte) 0xEF
                && line.bytes[1] == (byte) 0xBB
                && line.bytes[2] == (byte) 0xBF;
        return marked ? 3 : 0;
    }

    private void field(int start) {
        int colon = start;
        while (colon < line.length && line.bytes[colon] != ':') {
            colon++;
        }
        int value = Math.min(colon + 1, line.length);
        if (value < line.length && line.bytes[value] == ' ') {
            value++;
        }
        switch (line.text(start, colon)) {
            case "data" -> data(value);
            case "event" -> event = event.withName(line.text(value, line.length).replace('\0', '?'));
            case "id" -> id(line.text(value, line.length));
            case "retry" -> retry(line.text(value, line.length));
            default -> {}
        }
    }

    private void data(int value) {
        boolean fits = !hasData || data.append(new byte[] {'\n'}, 0, 1);
        hasData = true;
        if (!fits || !data.append(line.bytes, value, line.length)) {
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
        SseEvent complete = hasData ? event.withData(data.copy()) : event;
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
    private static final class Bytes {
        private static final int KEPT = 64 << 10;

        private final long max;
        private byte[] bytes = new byte[256];
        private int length;

        Bytes(long max) {
            this.max = Math.min(max, Integer.MAX_VALUE - 16L);
        }

        boolean append(byte[] more, int from, int to) {
            long needed = (long) length + to - from;
            if (needed > max) {
                return false;
            }
            if (needed > bytes.length) {
                bytes = Arrays.copyOf(bytes, (int) Math.max(needed, Math.min(2L * bytes.length, max)));
            }
            System.arraycopy(more, from, bytes, length, to - from);
            length = (int) needed;
            return true;
        }

        String text(int from, int to) {
            return new String(bytes, from, to - from, UTF_8);
        }

        byte[] copy() {
            return Arrays.copyOf(bytes, length);
        }

        void forget() {
            length = 0;
            if (bytes.length > KEPT) {
                bytes = new byte[256];
            }
        }
    }
}
