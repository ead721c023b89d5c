package dev.tenon.bench.report;

import java.util.Locale;

/**
 * What has to be reached, and what was.
 *
 * @param what the figure
 * @param most the figure must not be above the limit; else not below it
 * @param limit the limit
 * @param measured the figure of this run
 */
public record Goal(String what, boolean most, double limit, double measured) {
    /** A figure that must not be above this. */
    public static Goal atMost(double limit, String what, double measured) {
        return new Goal(what, true, limit, measured);
    }

    /** A figure that must not be below this. */
    public static Goal atLeast(double limit, String what, double measured) {
        return new Goal(what, false, limit, measured);
    }

    boolean isReached() {
        return most ? measured <= limit : measured >= limit;
    }

    String wanted() {
        return (most ? "at most " : "at least ") + number(limit);
    }

    String reached() {
        return number(measured);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value < 100 ? "%.2f" : "%.0f", value);
    }
}
