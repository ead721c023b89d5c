package dev.tenon.client.internal.transport.streamable;

import dev.tenon.http.SseEvent;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * When and from where a broken event stream is taken up again: after the time that the server asked for, at least half
 * a second, and longer each time that no message came. For one thread.
 */
public final class ResumePolicy {
    private static final Duration DEFAULT_DELAY = Duration.ofSeconds(1);
    /** The first delay, whatever the server asks for. */
    private static final Duration MIN_DELAY = Duration.ofMillis(500);
    /** Delays do not grow beyond this, but for a server that asks for more. */
    private static final Duration MAX_GROWN_DELAY = Duration.ofSeconds(30);
    /** No server is waited for longer, whatever it asks for. */
    private static final Duration MAX_SERVER_DELAY = Duration.ofHours(1);

    private static final Duration MIN_STABLE_DURATION = Duration.ofSeconds(10);
    private static final int MAX_ID_CHARS = 1024;

    private final int maxAttempts;
    private Duration retry = DEFAULT_DELAY;
    private @Nullable String lastEvent;
    /** How often in a row nothing came, not even an event without a message. */
    private int attemptsWithoutEvent;
    /** How often in a row no message came; delays grow with it. */
    private int attemptsWithoutMessage;

    /**
     * Before the first event.
     *
     * @param most how often in a row to come back in vain
     */
    public ResumePolicy(int most) {
        this.maxAttempts = most;
    }

    /** A stream lasted so long. One that was only quiet was not in vain. */
    public void onStreamEnd(Duration time) {
        if (time.compareTo(MIN_STABLE_DURATION) > 0) {
            attemptsWithoutEvent = 0;
            attemptsWithoutMessage = 0;
        }
    }

    /** Something came. */
    public void onEvent(SseEvent event) {
        attemptsWithoutEvent = 0;
        if (event.hasMessage()) {
            attemptsWithoutMessage = 0;
        }
        String id = event.id();
        Duration asked = event.retry();
        if (id != null) {
            lastEvent = isValidHeaderValue(id) ? id : null;
        }
        if (asked != null) {
            retry = asked.compareTo(MIN_DELAY) < 0
                    ? MIN_DELAY
                    : asked.compareTo(MAX_SERVER_DELAY) > 0 ? MAX_SERVER_DELAY : asked;
        }
    }

    private static boolean isValidHeaderValue(String id) {
        return !id.isBlank() && id.length() <= MAX_ID_CHARS && id.chars().allMatch(c -> c >= ' ' && c < 0x7f);
    }

    /** The last event, to be named when coming back; null when none had an id that a header can hold. */
    @Nullable public String lastEventId() {
        return lastEvent;
    }

    /** The server does not resume after the last event: the next stream begins anew. */
    void clearLastEventId() {
        lastEvent = null;
    }

    /** Whether to try once more. */
    public boolean canRetry() {
        return attemptsWithoutEvent < maxAttempts;
    }

    /** How long to wait before the next try, which counts as one in vain until something comes. */
    public Duration nextDelay() {
        Duration grown = retry.multipliedBy(1L << Math.min(attemptsWithoutMessage, 10));
        Duration bound = retry.compareTo(MAX_GROWN_DELAY) > 0 ? retry : MAX_GROWN_DELAY;
        attemptsWithoutEvent++;
        attemptsWithoutMessage++;
        return grown.compareTo(bound) > 0 ? bound : grown;
    }
}
