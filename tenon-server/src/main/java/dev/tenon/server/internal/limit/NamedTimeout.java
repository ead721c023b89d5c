package dev.tenon.server.internal.limit;

import java.time.Duration;

/** How long a request may take, and the name of the limit that says so. */
public record NamedTimeout(Duration duration, String name) {
    /** In the words of a message: in seconds, or in milliseconds where these do not make whole seconds. */
    @Override
    public String toString() {
        String shown = duration.toMillisPart() == 0 ? duration.toSeconds() + " s" : duration.toMillis() + " ms";
        return shown + " (limit: " + name + ")";
    }
}
