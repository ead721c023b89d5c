package dev.tenon.cli.client;

import java.util.Locale;

/** Formats sizes in bytes for users. */
final class ByteSizeFormatter {
    private static final int UNIT_STEP = 1000;

    private ByteSizeFormatter() {}

    static String format(long bytes) {
        if (bytes < UNIT_STEP) {
            return bytes + (bytes == 1 ? " byte" : " bytes");
        }
        double size = bytes;
        for (String unit : new String[] {"kB", "MB", "GB"}) {
            size /= UNIT_STEP;
            if (size < UNIT_STEP) {
                return String.format(Locale.ROOT, "%.1f %s", size, unit);
            }
        }
        return String.format(Locale.ROOT, "%.1f TB", size / UNIT_STEP);
    }
}
