package dev.tenon.http;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A server-sent event (HTML Living Standard, section "Server-sent events"). Immutable, except for the data array, which
 * the receiver owns.
 *
 * @param id the id of this event; null without one; a single line without NUL
 * @param name the name; null without one; a single line without NUL
 * @param retry how long a client waits before it reconnects; null without one
 * @param data the data; null without any, empty in a priming event
 */
public record SseEvent(
        @Nullable String id,
        @Nullable String name,
        @Nullable Duration retry,
        byte @Nullable [] data) {
    /** An event without any field. */
    static final SseEvent EMPTY = new SseEvent(null, null, null, null);

    public SseEvent {
        requireSingleLine(id);
        requireSingleLine(name);
        if (retry != null && retry.isNegative()) {
            throw new IllegalArgumentException("The retry time must not be negative: " + retry);
        }
    }

    /** Returns an event that carries a message, or any other UTF-8 text. */
    public static SseEvent of(byte[] data) {
        return EMPTY.withData(data);
    }

    /** Returns an event with empty data and an id from which the client can resume the stream (2025-11-25). */
    public static SseEvent primingEvent(String id) {
        return EMPTY.withData(new byte[0]).withId(id);
    }

    /** Returns an event without data that sets the time before reconnecting (2025-11-25). */
    public static SseEvent retryEvent(Duration retry) {
        return EMPTY.withRetry(retry);
    }

    /**
     * Returns the same event with an id.
     *
     * @throws IllegalArgumentException when the id contains a line break or NUL
     */
    public SseEvent withId(String id) {
        return new SseEvent(id, name, retry, data);
    }

    /**
     * Returns the same event with a name; the default is {@code message}.
     *
     * @throws IllegalArgumentException when the name contains a line break or NUL
     */
    public SseEvent withName(String name) {
        return new SseEvent(id, name, retry, data);
    }

    /**
     * Returns the same event with the time that a client waits before it reconnects, in whole milliseconds.
     *
     * @throws IllegalArgumentException when the time is negative
     */
    public SseEvent withRetry(Duration retry) {
        return new SseEvent(id, name, retry, data);
    }

    SseEvent withData(byte[] data) {
        return new SseEvent(id, name, retry, data);
    }

    private static void requireSingleLine(@Nullable String text) {
        if (text != null && text.chars().anyMatch(c -> c == '\n' || c == '\r' || c == 0)) {
            throw new IllegalArgumentException("An event id or name must be a single line without NUL");
        }
    }

    /** Returns the name; {@code message} without one. */
    @Override
    public String name() {
        return name == null || name.isEmpty() ? "message" : name;
    }

    /** Returns whether the event has a name. */
    boolean hasName() {
        return name != null;
    }

    /** Returns whether the event carries a message: its data is not empty. */
    public boolean hasNonEmptyData() {
        return data != null && data.length > 0;
    }

    /** Returns a description for logs and tests. */
    @Override
    public String toString() {
        String text = data == null ? "" : " " + new String(data, StandardCharsets.UTF_8);
        return name() + (id == null ? "" : " id=" + id) + (retry == null ? "" : " retry=" + retry.toMillis()) + text;
    }
}
