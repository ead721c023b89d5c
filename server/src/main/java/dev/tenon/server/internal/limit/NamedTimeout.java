package dev.tenon.server.internal.limit;

import java.time.Duration;

/** A timeout and the name of the limit that sets it. */
public record NamedTimeout(Duration duration, String name) {
    /** Returns the text for messages: in seconds, or in milliseconds if it is not a whole number of seconds. */
    @Override
    public String toString() {
        String shown = duration.toMillisPart() == 0 ? duration.toSeconds() + " s" : duration.toMillis() + " ms";
        return shown + " (limit: " + name + ")";
    }
}
