package dev.tenon.client.internal.link;

import dev.tenon.http.SseEvent;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * When and from where a broken event stream is taken up again: after the time that the server asked for, at least half a second, and
 * longer each time that no message came. For one thread.
 */
final class Comeback {
    private static final Duration UNLESS_SAID = Duration.ofSeconds(1);
    /** The first delay, whatever the server asks for. */
    private static final Duration SHORTEST = Duration.ofMillis(500);
    /** Delays do not grow beyond this, but for a server that asks for more. */
    private static final Duration LONGEST = Duration.ofSeconds(30);
    /** No server is waited for longer, whatever it asks for. */
    private static final Duration NEVER_MORE = Duration.ofHours(1);

    private static final Duration LONG = Duration.ofSeconds(10);
    private static final int LONGEST_ID = 1024;

    private final int most;
    private Duration retry = UNLESS_SAID;
    private @Nullable String lastEvent;
    /** How often in a row nothing came, not even an event without a message. */
    private int inVain;
    /** How often in a row no message came; delays grow with it. */
    private int withoutMessage;

    /**
     * Before the first event.
     *
     * @param most how often in a row to come back in vain
     */
    Comeback(int most) {
        this.most = most;
    }

    /** A stream lasted so long. One that was only quiet was not in vain. */
    void lasted(Duration time) {
        if (time.compareTo(LONG) > 0) {
            inVain = 0;
            withoutMessage = 0;
        }
    }

    /** Something came. */
    void heard(SseEvent event) {
        inVain = 0;
        if (event.hasMessage()) {
            withoutMessage = 0;
        }
        String id = event.id();
        Duration asked = event.retry();
        if (id != null) {
            lastEvent = canBeSent(id) ? id : null;
        }
        if (asked != null) {
            retry = asked.compareTo(SHORTEST) < 0 ? SHORTEST : asked.compareTo(NEVER_MORE) > 0 ? NEVER_MORE : asked;
        }
    }

    private static boolean canBeSent(String id) {
        return !id.isBlank() && id.length() <= LONGEST_ID && id.chars().allMatch(c -> c >= ' ' && c < 0x7f);
    }

    /** The last event, to be named when coming back; null when none had an id that a header can hold. */
    @Nullable String lastEvent() {
        return lastEvent;
    }

    /** The server does not resume after the last event: the next stream begins anew. */
    void forgetLastEvent() {
        lastEvent = null;
    }

    /** Whether to try once more. */
    boolean isWorthwhile() {
        return inVain < most;
    }

    /** How long to wait before the next try, which counts as one in vain until something comes. */
    Duration next() {
        Duration grown = retry.multipliedBy(1L << Math.min(withoutMessage, 10));
        Duration bound = retry.compareTo(LONGEST) > 0 ? retry : LONGEST;
        inVain++;
        withoutMessage++;
        return grown.compareTo(bound) > 0 ? bound : grown;
    }
}
