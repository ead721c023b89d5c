package dev.tenon.client.internal.transport.streamable;

import dev.tenon.http.SseEvent;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Decides when and from which event a broken event stream is resumed: after the delay that the server requested, at
 * least half a second, and longer after each attempt without a message. Not thread-safe.
 */
public final class ResumePolicy {
    private static final Duration DEFAULT_DELAY = Duration.ofSeconds(1);
    /** The minimum delay, whatever the server requests. */
    private static final Duration MIN_DELAY = Duration.ofMillis(500);
    /** Delays do not grow beyond this, unless the server requests more. */
    private static final Duration MAX_GROWN_DELAY = Duration.ofSeconds(30);
    /** The maximum delay, whatever the server requests. */
    private static final Duration MAX_SERVER_DELAY = Duration.ofHours(1);

    private static final Duration MIN_STABLE_DURATION = Duration.ofSeconds(10);
    private static final int MAX_ID_CHARS = 1024;

    private final int maxAttempts;
    private Duration retry = DEFAULT_DELAY;
    private @Nullable String lastId;
    /** Attempts in a row without any event. */
    private int attemptsWithoutEvent;
    /** Attempts in a row without a message; delays grow with it. */
    private int attemptsWithoutMessage;

    /**
     * Creates a policy before the first event.
     *
     * @param maxAttempts the maximum number of unsuccessful attempts in a row
     */
    public ResumePolicy(int maxAttempts) {
        this.maxAttempts = maxAttempts;
    }

    /** Called when a stream has ended after this time. A long stream counts as a success even without messages. */
    public void onStreamEnd(Duration duration) {
        if (duration.compareTo(MIN_STABLE_DURATION) > 0) {
            attemptsWithoutEvent = 0;
            attemptsWithoutMessage = 0;
        }
    }

    /** Called when an event has arrived. */
    public void onEvent(SseEvent event) {
        attemptsWithoutEvent = 0;
        if (event.hasNonEmptyData()) {
            attemptsWithoutMessage = 0;
        }
        String id = event.id();
        Duration requested = event.retry();
        if (id != null) {
            lastId = isValidHeaderValue(id) ? id : null;
        }
        if (requested != null) {
            retry = requested.compareTo(MIN_DELAY) < 0
                    ? MIN_DELAY
                    : requested.compareTo(MAX_SERVER_DELAY) > 0 ? MAX_SERVER_DELAY : requested;
        }
    }

    private static boolean isValidHeaderValue(String id) {
        return !id.isBlank() && id.length() <= MAX_ID_CHARS && id.chars().allMatch(c -> c >= ' ' && c < 0x7f);
    }

    /** Returns the id of the last event; null if it had none or its id is not a valid header value. */
    @Nullable public String lastEventId() {
        return lastId;
    }

    /** Clears the last event id because the server cannot resume after it: the next stream starts anew. */
    void clearLastEventId() {
        lastId = null;
    }

    /** Returns whether another attempt is allowed. */
    public boolean canRetry() {
        return attemptsWithoutEvent < maxAttempts;
    }

    /** Returns the delay before the next attempt, which counts as unsuccessful until an event arrives. */
    public Duration countAttemptAndGetDelay() {
        Duration grown = retry.multipliedBy(1L << Math.min(attemptsWithoutMessage, 10));
        Duration limit = retry.compareTo(MAX_GROWN_DELAY) > 0 ? retry : MAX_GROWN_DELAY;
        attemptsWithoutEvent++;
        attemptsWithoutMessage++;
        return grown.compareTo(limit) > 0 ? limit : grown;
    }
}
