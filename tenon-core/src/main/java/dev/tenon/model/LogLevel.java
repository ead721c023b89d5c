package dev.tenon.model;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** How severe a log message is (RFC 5424), least severe first. */
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

    /** The name in messages, such as {@code warning}. */
    public String wireName() {
        return wireName;
    }

    /** The level of that name, if there is one. Case counts. */
    public static Optional<LogLevel> of(String wireName) {
        return Stream.of(values()).filter(l -> l.wireName.equals(wireName)).findFirst();
    }

    /** Whether a message of this level is sent to somebody who asked for {@code threshold} and above. */
    public boolean reaches(LogLevel threshold) {
        return compareTo(threshold) >= 0;
    }
}
