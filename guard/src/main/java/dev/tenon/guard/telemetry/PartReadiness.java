package dev.tenon.guard.telemetry;

/**
 * The readiness of one part of a guard. It is shown to anyone who queries it, so it contains no secrets.
 *
 * @param name the name of the part, such as {@code audit}
 * @param ready whether it is ready
 * @param reason a sentence on why it is not ready; empty if it is
 */
public record PartReadiness(String name, boolean ready, String reason) {
    /** Returns that a part is ready. */
    public static PartReadiness ready(String name) {
        return new PartReadiness(name, true, "");
    }

    /** Returns that a part is not ready, and why. */
    public static PartReadiness notReady(String name, String reason) {
        return new PartReadiness(name, false, reason);
    }
}
