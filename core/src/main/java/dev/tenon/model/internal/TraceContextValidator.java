package dev.tenon.model.internal;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Validates trace context (W3C Trace Context, W3C Baggage). Malformed values count as absent. */
public final class TraceContextValidator {
    private static final int MAX_CHARS = 8192;
    private static final Pattern PARENT =
            Pattern.compile("(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");
    private static final Pattern LIST = Pattern.compile("[\\x20-\\x7E\\t]+=[\\x20-\\x7E\\t]*");

    private TraceContextValidator() {}

    public static @Nullable String traceparentOrNull(@Nullable String value) {
        return value != null && value.length() == 55 && PARENT.matcher(value).matches() ? value : null;
    }

    /** Validates a list of {@code key=value} members in visible ASCII, the common syntax of tracestate and baggage. */
    public static @Nullable String keyValueListOrNull(@Nullable String value) {
        if (value == null || value.length() > MAX_CHARS) {
            return null;
        }
        for (String member : value.split(",", -1)) {
            if (!member.isBlank() && !LIST.matcher(member).matches()) {
                return null;
            }
        }
        return value;
    }
}
