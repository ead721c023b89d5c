package dev.tenon.model;

import java.util.Locale;

/** The user's reaction to an elicitation. */
public enum ElicitAction {
    /** The user submitted the form or agreed to open the URL. */
    ACCEPT,
    /** The user declined. */
    DECLINE,
    /** The user dismissed the request without a choice. */
    CANCEL;

    private final String wireName = name().toLowerCase(Locale.ROOT);

    /** Returns the name in messages. */
    public String wireName() {
        return wireName;
    }
}
