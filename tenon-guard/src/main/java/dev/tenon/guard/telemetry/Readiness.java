package dev.tenon.guard.telemetry;

/**
 * Whether one thing that a guard needs is as it must be. It is shown to whoever asks for it: nothing secret is in it.
 *
 * @param name what it is, such as {@code audit}
 * @param ready whether all is well with it
 * @param reason what is wrong, in a sentence; empty when nothing is
 */
public record Readiness(String name, boolean ready, String reason) {
    /** All is well. */
    public static Readiness ready(String name) {
        return new Readiness(name, true, "");
    }

    /** Something is wrong. */
    public static Readiness notReady(String name, String why) {
        return new Readiness(name, false, why);
    }
}
