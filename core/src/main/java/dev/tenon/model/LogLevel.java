package dev.tenon.model;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The severity of a log message (RFC 5424), least severe first. */
public enum LogLevel {
    DEBUG,
    INFO,
    NOTICE,
    WARNING,
    ERROR,
    CRITICAL,
    ALERT,
    EMERGENCY;

    private final String wireName = name().toLowerCase(Locale.ROOT);

    /** Returns the name in messages, such as {@code warning}. */
    public String wireName() {
        return wireName;
    }

    /** Returns the level of that name, which is case-sensitive. */
    public static Optional<LogLevel> of(String wireName) {
        return Stream.of(values()).filter(l -> l.wireName.equals(wireName)).findFirst();
    }

    /** Returns whether this level is at least as severe as {@code threshold}. */
    public boolean reaches(LogLevel threshold) {
        return compareTo(threshold) >= 0;
    }
}
