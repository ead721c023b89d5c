package dev.tenon.model;

import java.util.Locale;

/** What a user did when asked. */
public enum ElicitAction {
    /** Answered, or agreed to go to the URL. */
    ACCEPT,
    /** Said no. */
    DECLINE,
    /** Went away without an answer. */
    CANCEL;

    private final String wireName = name().toLowerCase(Locale.ROOT);

    /** The name in messages. */
    public String wireName() {
        return wireName;
    }
}
