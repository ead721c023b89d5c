package dev.tenon.guard.config.internal;

import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** Parses texts of a configuration whose format the schema has already validated. */
final class ConfigValueParser {
    private ConfigValueParser() {}

    /** Parses a duration such as {@code 500ms}, {@code 30s}, {@code 5m}, {@code 1h} or {@code 1d}. */
    static Duration parseDuration(String text) {
        if (text.endsWith("ms")) {
            return Duration.ofMillis(Long.parseLong(text.substring(0, text.length() - 2)));
        }
        return Duration.parse((text.endsWith("d") ? "P" : "PT") + text);
    }

    /** Returns the path for a text, which may be relative to the directory of the file. */
    static Path resolvePath(Path directory, String text) {
        return directory.resolve(text).normalize();
    }

    /** Parses a size such as {@code 64KB}, in bytes. */
    static long parseByteSize(String text) {
        String amount = text.replaceFirst("[A-Z]+$", "");
        int power = "BKMG".indexOf(text.charAt(amount.length()));
        return Long.parseLong(amount) << (10 * power);
    }

    /** Parses the period of a rate such as {@code 10/minute}. */
    static Duration parseRatePeriod(String rate) {
        String unit = rate.substring(rate.indexOf('/') + 1);
        return ChronoUnit.valueOf(unit.toUpperCase(Locale.ROOT) + "S").getDuration();
    }

    /** Parses the count of a rate such as {@code 10/minute}. */
    static int parseRateCount(String rate) {
        return Integer.parseInt(rate.substring(0, rate.indexOf('/')));
    }
}
