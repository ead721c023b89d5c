package dev.tenon.http;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One server-sent event (HTML Living Standard, section "Server-sent events"). Immutable, but for the data, which is given
 * away like every message.
 */
public final class SseEvent {
    private static final SseEvent EMPTY = new SseEvent(null, null, null, null);

    private final @Nullable String id;
    private final @Nullable String name;
    private final @Nullable Duration retry;
    private final byte @Nullable [] data;

    private SseEvent(@Nullable String id, @Nullable String name, @Nullable Duration retry, byte @Nullable [] data) {
        this.id = id;
        this.name = name;
        this.retry = retry;
        this.data = data;
    }

    /** An event that carries a message, or any other UTF-8 text. */
    public static SseEvent of(byte[] data) {
        return EMPTY.withData(data);
    }

    /** An event without data that gives the reader an id to come back with (2025-11-25). */
    public static SseEvent prime(String id) {
        return EMPTY.withData(new byte[0]).withId(id);
    }

    /** An event without data that says how long to wait before coming back (2025-11-25). */
    public static SseEvent retryAfter(Duration retry) {
        return EMPTY.withRetry(retry);
    }

    static SseEvent empty() {
        return EMPTY;
    }

    /**
     * The same event with an id.
     *
     * @throws IllegalArgumentException when the id holds a line break or NUL
     */
    public SseEvent withId(String id) {
        return new SseEvent(oneLine(id), name, retry, data);
    }

    /**
     * The same event with a name; without one it is a {@code message}.
     *
     * @throws IllegalArgumentException when the name holds a line break or NUL
     */
    public SseEvent withName(String name) {
        return new SseEvent(id, oneLine(name), retry, data);
    }

    /** The same event with the time after which a reader whose connection broke comes back, in whole milliseconds. */
    public SseEvent withRetry(Duration retry) {
        if (retry.isNegative()) {
            throw new IllegalArgumentException("A reader cannot come back before it left: " + retry);
        }
        return new SseEvent(id, name, retry, data);
    }

    SseEvent withData(byte[] data) {
        return new SseEvent(id, name, retry, data);
    }

    private static String oneLine(String text) {
        if (text.chars().anyMatch(c -> c == '\n' || c == '\r' || c == 0)) {
            throw new IllegalArgumentException("An event's id or name is one line without NUL");
        }
        return text;
    }

    /** The id of this event itself, or null when it has none. */
    public @Nullable String id() {
        return id;
    }

    /** The name, {@code message} when none was given. */
    public String name() {
        return name == null || name.isEmpty() ? "message" : name;
    }

    /** Whether a name was given. */
    boolean isNamed() {
        return name != null;
    }

    /** How long to wait before coming back, or null when that is not said. */
    public @Nullable Duration retry() {
        return retry;
    }

    /** The data; null without any, empty in an event that primes. */
    public byte @Nullable [] data() {
        return data;
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
