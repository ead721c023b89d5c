package dev.tenon.bench.report;

import java.util.Locale;

/**
 * What has to be reached, and what was.
 *
 * @param figure the figure
 * @param isMaximum the figure must not be above the limit; else not below it
 * @param limit the limit
 * @param measured the figure of this run
 */
public record Goal(String figure, boolean isMaximum, double limit, double measured) {
    /** A figure that must not be above this. */
    public static Goal atMost(double limit, String what, double measured) {
        return new Goal(what, true, limit, measured);
    }

    /** A figure that must not be below this. */
    public static Goal atLeast(double limit, String what, double measured) {
        return new Goal(what, false, limit, measured);
    }

    boolean isReached() {
        return isMaximum ? measured <= limit : measured >= limit;
    }

    String limitText() {
        return (isMaximum ? "at most " : "at least ") + formatNumber(limit);
    }

    String measuredText() {
        return formatNumber(measured);
    }

    private static String formatNumber(double value) {
        return String.format(Locale.ROOT, value < 100 ? "%.2f" : "%.0f", value);
    }
}
