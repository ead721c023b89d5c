package dev.tenon.model;

import java.util.Locale;

/** Whether a model must use a tool (client features, sampling; from 2025-11-25 on). */
public enum ToolChoice {
    /** As the model likes. */
    AUTO,
    /** At least one. */
    REQUIRED,
    /** None. */
    NONE;

    private final String wireName = name().toLowerCase(Locale.ROOT);

    /** The name in messages. */
    public String wireName() {
        return wireName;
    }
}
