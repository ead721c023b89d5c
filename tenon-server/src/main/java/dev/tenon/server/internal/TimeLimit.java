package dev.tenon.server.internal;

import java.time.Duration;

/** How long a request may take, and the name of the limit that says so. */
record TimeLimit(Duration time, String name) {
    /** In the words of a message: in seconds, or in milliseconds where these do not make whole seconds. */
    @Override
    public String toString() {
        String shown = time.toMillisPart() == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
        return shown + " (limit: " + name + ")";
    }
}
