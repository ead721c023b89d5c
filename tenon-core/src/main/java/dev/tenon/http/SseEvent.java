package dev.tenon.http;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One server-sent event (HTML Living Standard, section "Server-sent events"). Immutable, but for the data, which is
 * given away like every message.
 *
 * @param id the id of this event itself, or null when it has none; one line without NUL
 * @param name the name, or null when none was given; one line without NUL
 * @param retry how long to wait before coming back, or null when that is not said
 * @param data the data; null without any, empty in an event that primes
 */
public record SseEvent(
        @Nullable String id,
        @Nullable String name,
        @Nullable Duration retry,
        byte @Nullable [] data) {
    private static final SseEvent EMPTY = new SseEvent(null, null, null, null);

    public SseEvent {
        requireSingleLine(id);
        requireSingleLine(name);
        if (retry != null && retry.isNegative()) {
            throw new IllegalArgumentException("A reader cannot come back before it left: " + retry);
        }
    }

    /** An event that carries a message, or any other UTF-8 text. */
    public static SseEvent of(byte[] data) {
        return EMPTY.withData(data);
    }

    /** An event without data that gives the reader an id to come back with (2025-11-25). */
    public static SseEvent primingEvent(String id) {
        return EMPTY.withData(new byte[0]).withId(id);
    }

    /** An event without data that says how long to wait before coming back (2025-11-25). */
    public static SseEvent retryEvent(Duration retry) {
        return EMPTY.withRetry(retry);
    }

    static SseEvent emptyEvent() {
        return EMPTY;
    }

    /**
     * The same event with an id.
     *
     * @throws IllegalArgumentException when the id holds a line break or NUL
     */
    public SseEvent withId(String id) {
        return new SseEvent(id, name, retry, data);
    }

    /**
     * The same event with a name; without one it is a {@code message}.
     *
     * @throws IllegalArgumentException when the name holds a line break or NUL
     */
    public SseEvent withName(String name) {
        return new SseEvent(id, name, retry, data);
    }

    /** The same event with the time after which a reader whose connection broke comes back, in whole milliseconds. */
    public SseEvent withRetry(Duration retry) {
        return new SseEvent(id, name, retry, data);
    }

    SseEvent withData(byte[] data) {
        return new SseEvent(id, name, retry, data);
    }

    private static void requireSingleLine(@Nullable String text) {
        if (text != null && text.chars().anyMatch(c -> c == '\n' || c == '\r' || c == 0)) {
            throw new IllegalArgumentException("An event's id or name is one line without NUL");
        }
    }

    /** The name, {@code message} when none was given. */
    @Override
    public String name() {
        return name == null || name.isEmpty() ? "message" : name;
    }

    /** Whether a name was given. */
    boolean hasName() {
        return name != null;
    }

    /** Whether there is a message in it: data that is not empty. */
    public boolean hasMessage() {
        return data != null && data.length > 0;
    }

    /** For logs and tests. */
    @Override
    public String toString() {
        String text = data == null ? "" : " " + new String(data, StandardCharsets.UTF_8);
        return name() + (id == null ? "" : " id=" + id) + (retry == null ? "" : " retry=" + retry.toMillis()) + text;
    }
}
