package dev.tenon.schema.internal.validate;

import dev.tenon.schema.internal.regex.EcmaRegex;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Defines the formats that can be asserted. Each is checked in time linear in the length of the text. Dates and times
 * are those that {@code java.time} accepts, which excludes leap seconds.
 */
public final class FormatRegistry {
    /** RFC 3339, appendix A. Units are in order and without gaps between the first and the last. */
    private static final Pattern DURATION = Pattern.compile("P(?:[0-9]++W|(?=[0-9T])"
            + "(?:[0-9]+Y(?:[0-9]++M(?:[0-9]++D)?)?|[0-9]+M(?:[0-9]++D)?|[0-9]+D)?"
            + "(?:T(?:[0-9]+H(?:[0-9]++M(?:[0-9]++S)?)?|[0-9]+M(?:[0-9]++S)?|[0-9]+S))?)");

    private static final Pattern UUID =
            Pattern.compile("[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}");

    public static final Map<String, FormatRule> ALL = createRules();

    private FormatRegistry() {}

    /**
     * The rule of a format.
     *
     * @param isNumeric whether the format applies to numbers instead of strings
     * @param example an example of the format, for messages
     */
    public record FormatRule(String name, boolean isNumeric, Predicate<String> validator, String example) {}

    /** Returns an example of a format, or null when the format is unknown. */
    public static @Nullable String exampleOf(String name) {
        FormatRule format = ALL.get(name);
        return format == null ? null : format.example();
    }

    private static Map<String, FormatRule> createRules() {
        Map<String, FormatRule> all = new LinkedHashMap<>();
        putNumberFormat(all, "int32", Integer.MIN_VALUE, Integer.MAX_VALUE);
        putNumberFormat(all, "int64", Long.MIN_VALUE, Long.MAX_VALUE);
        putStringFormat(all, "date", s -> s.length() == 10 && isParsable(() -> LocalDate.parse(s)), "2026-11-21");
        putStringFormat(all, "date-time", FormatRegistry::isDateTime, "2026-11-21T14:30:00Z");
        putStringFormat(all, "date-time-local", FormatRegistry::isLocalDateTime, "2026-11-21T14:30:00");
        putStringFormat(all, "time-local", s -> isParsable(() -> LocalTime.parse(s)) && !s.endsWith("."), "14:30:00");
        putStringFormat(all, "byte", FormatRegistry::isBase64, "AQIDBA==");
        putStringFormat(all, "time", FormatRegistry::isTime, "14:30:00Z");
        putStringFormat(all, "duration", s -> DURATION.matcher(s).matches(), "PT1H30M");
        putStringFormat(all, "email", NetworkFormats::isEmail, "ada@example.org");
        putStringFormat(all, "hostname", NetworkFormats::isHostname, "example.org");
        putStringFormat(all, "ipv4", NetworkFormats::isIpv4, "192.0.2.1");
        putStringFormat(all, "ipv6", NetworkFormats::isIpv6, "2001:db8::1");
        putStringFormat(all, "uri", FormatRegistry::isUri, "https://example.org/a");
        putStringFormat(all, "uri-reference", s -> parseUri(s) != null, "/a/b");
        putStringFormat(all, "uuid", s -> UUID.matcher(s).matches(), "9f1c7a52-6d3e-4b8a-9c57-2f0e5d1b3a64");
        putStringFormat(all, "regex", s -> isParsable(() -> EcmaRegex.compile(s)), "^[a-z]+$");
        putStringFormat(all, "json-pointer", FormatRegistry::isJsonPointer, "/a/0");
        return all;
    }

    private static void putStringFormat(
            Map<String, FormatRule> all, String name, Predicate<String> validator, String example) {
        all.put(name, new FormatRule(name, false, validator, example));
    }

    private static void putNumberFormat(Map<String, FormatRule> all, String name, long min, long max) {
        BigDecimal minimum = BigDecimal.valueOf(min);
        BigDecimal maximum = BigDecimal.valueOf(max);
        Predicate<String> validator = text -> {
            BigDecimal number = new BigDecimal(text);
            return number.compareTo(minimum) >= 0 && number.compareTo(maximum) <= 0;
        };
        all.put(name, new FormatRule(name, true, validator, "a number from " + min + " to " + max));
    }

    /** RFC 3339: seconds and an offset are required, and a fraction has at least one digit. */
    private static boolean isDateTime(String s) {
        return s.length() > 19
                && s.charAt(4) == '-'
                && (s.charAt(10) == 'T' || s.charAt(10) == 't')
                && hasFullTimeAt(s, 11)
                && isParsable(() -> OffsetDateTime.parse(s));
    }

    private static boolean isTime(String s) {
        return s.length() > 8 && hasFullTimeAt(s, 0) && isParsable(() -> OffsetTime.parse(s));
    }

    private static boolean isLocalDateTime(String s) {
        return s.length() > 15 && s.charAt(10) == 'T' && isParsable(() -> LocalDateTime.parse(s)) && !s.endsWith(".");
    }

    private static boolean isBase64(String s) {
        return s.length() % 4 == 0 && isParsable(() -> Base64.getDecoder().decode(s));
    }

    private static boolean hasFullTimeAt(String s, int at) {
        int sign = Math.max(s.lastIndexOf('+'), s.lastIndexOf('-'));
        boolean shortOffset = sign < at || s.length() - sign == 6;
        return s.length() > at + 8
                && s.charAt(at + 2) == ':'
                && s.charAt(at + 5) == ':'
                && shortOffset
                && !(s.charAt(at + 8) == '.' && !Character.isDigit(s.charAt(Math.min(at + 9, s.length() - 1))));
    }

    private static boolean isParsable(Runnable parse) {
        try {
            parse.run();
            return true;
        } catch (DateTimeException | IllegalArgumentException e) {
            return false;
        }
    }

    private static boolean isUri(String s) {
        URI uri = parseUri(s);
        return uri != null && uri.isAbsolute();
    }

    private static @Nullable URI parseUri(String s) {
        try {
            return s.chars().allMatch(c -> c < 0x80) ? new URI(s) : null;
        } catch (URISyntaxException e) {
            return null;
        }
    }

    private static boolean isJsonPointer(String s) {
        for (int i = s.indexOf('~'); i >= 0; i = s.indexOf('~', i + 1)) {
            if (i + 1 == s.length() || s.charAt(i + 1) != '0' && s.charAt(i + 1) != '1') {
                return false;
            }
        }
        return s.isEmpty() || s.startsWith("/");
    }
}
