package dev.tenon.guard.config;

import java.time.Duration;
import java.util.regex.Pattern;

/** The forms of texts in a configuration, and what they stand for. */
final class Texts {
    static final Shape.Text ANY = text("text", "[\\s\\S]+");
    static final Shape.Text MAYBE_EMPTY = text("text", "[\\s\\S]*");
    static final Shape.Text GLOB = text("a name or a pattern for names such as read_*", "[\\s\\S]{1,500}");
    static final Shape.Text PATH = text("a path", "[\\s\\S]+");
    static final Shape.Text ROOT = text("an absolute path such as /data", "/[\\s\\S]*");
    static final Shape.Text URL = text("a URL such as https://example.com/mcp", "https?://\\S+");
    static final Shape.Text COLLECTOR = text("a URL such as http://127.0.0.1:4318", "https?://\\S+");
    static final Shape.Text ORIGIN = text("an origin such as https://example.com", "https?://[^/\\s]+");
    static final Shape.Text SERVER_URL =
            text("a URL such as https://example.com/mcp or wss://example.com/mcp", "(https?|wss?)://\\S+");
    static final Shape.Text ENDPOINT = text("a path such as /mcp", "/[A-Za-z0-9._~/-]*");
    static final Shape.Text ADDRESS =
            text("a host and a port such as 127.0.0.1:8080", "(\\[[0-9a-fA-F:.]+\\]|[A-Za-z0-9.-]+):[0-9]{1,5}");
    static final Shape.Text HOST =
            text("a host such as example.com, *.example.com or example.com:8443", "[A-Za-z0-9*.-]+(:[0-9]{1,5})?");
    static final Shape.Text HOST_NAME =
            text("a host such as metrics.example.com, or * for every host", "(\\*|[A-Za-z0-9.-]+(:[0-9]{1,5})?)");
    static final Shape.Text NETWORK =
            text("an IP address or a network such as 10.0.0.0/8", "[0-9a-fA-F:.]+(/[0-9]{1,3})?");
    static final Shape.Text VARIABLE = text("the name of an environment variable", "[A-Za-z_][A-Za-z0-9_]*");
    static final Shape.Text HEADER = text("the name of an HTTP header", "[A-Za-z0-9-]+");
    static final Shape.Text SCOPE = text("a scope such as tools:read", "[!#-\\[\\]-~]+");
    static final Shape.Text PREFIX = text("letters, digits, _, - and . such as files_", "[A-Za-z0-9_.-]{0,64}");
    static final Shape.Text DURATION = text("a time such as 500ms, 30s, 5m, 1h or 1d", "[1-9][0-9]{0,8}(ms|s|m|h|d)");
    static final Shape.Text SIZE = text("a size such as 64KB, 4MB or 1GB", "[1-9][0-9]{0,3}(B|KB|MB|GB)");
    static final Shape.Text RATE = text(
            "a rate such as 10/second, 100/minute, 1000/hour or 5000/day", "[1-9][0-9]{0,5}/(second|minute|hour|day)");

    /** Names of upstreams. */
    static final Pattern NAMES = Pattern.compile("^[A-Za-z0-9_-]{1,64}$");

    private Texts() {}

    private static Shape.Text text(String expected, String pattern) {
        return new Shape.Text(expected, Pattern.compile("^" + pattern + "$"));
    }

    /** A text of the form {@link #DURATION}. */
    static Duration duration(String text) {
        int unit = text.endsWith("ms") ? text.length() - 2 : text.length() - 1;
        long amount = Long.parseLong(text.substring(0, unit));
        return switch (text.substring(unit)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            default -> Duration.ofDays(amount);
        };
    }

    /** A text of the form {@link #SIZE} in bytes. */
    static long bytes(String text) {
        int unit = 0;
        while (Character.isDigit(text.charAt(unit))) {
            unit++;
        }
        long amount = Long.parseLong(text.substring(0, unit));
        return switch (text.substring(unit)) {
            case "B" -> amount;
            case "KB" -> amount << 10;
            case "MB" -> amount << 20;
            default -> amount << 30;
        };
    }

    /** The period of a text of the form {@link #RATE}. */
    static Duration period(String rate) {
        return switch (rate.substring(rate.indexOf('/') + 1)) {
            case "second" -> Duration.ofSeconds(1);
            case "minute" -> Duration.ofMinutes(1);
            case "hour" -> Duration.ofHours(1);
            default -> Duration.ofDays(1);
        };
    }

    /** How often in each period, of a text of the form {@link #RATE}. */
    static int count(String rate) {
        return Integer.parseInt(rate.substring(0, rate.indexOf('/')));
    }
}
