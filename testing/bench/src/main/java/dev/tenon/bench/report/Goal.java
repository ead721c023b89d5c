package dev.tenon.bench.report;

import java.util.Locale;

/**
 * A goal, and the measured value.
 *
 * @param figure the name of the figure
 * @param isMaximum whether the limit is a maximum; otherwise it is a minimum
 * @param limit the limit
 * @param measured the value of this run
 */
public record Goal(String figure, boolean isMaximum, double limit, double measured) {
    /** Returns a goal with a maximum. */
    public static Goal atMost(double limit, String figure, double measured) {
        return new Goal(figure, true, limit, measured);
    }

    /** Returns a goal with a minimum. */
    public static Goal atLeast(double limit, String figure, double measured) {
        return new Goal(figure, false, limit, measured);
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
