package dev.tenon.cli.client;

import java.util.Locale;

/** Sizes for people. */
final class ByteSizeFormatter {
    private static final int KILO = 1000;

    private ByteSizeFormatter() {}

    static String format(long bytes) {
        if (bytes < KILO) {
            return bytes + (bytes == 1 ? " byte" : " bytes");
        }
        double size = bytes;
        for (String unit : new String[] {"kB", "MB", "GB"}) {
            size /= KILO;
            if (size < KILO) {
                return String.format(Locale.ROOT, "%.1f %s", size, unit);
            }
        }
        return String.format(Locale.ROOT, "%.1f TB", size / KILO);
    }
}
