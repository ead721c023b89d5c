package dev.tenon.model;

import java.util.Locale;

/** Whether a model must use a tool (client features, sampling; from 2025-11-25 on). */
public enum ToolChoice {
    /** The model decides. */
    AUTO,
    /** The model must use at least one tool. */
    REQUIRED,
    /** The model must not use tools. */
    NONE;

    private final String wireName = name().toLowerCase(Locale.ROOT);

    /** Returns the name in messages. */
    public String wireName() {
        return wireName;
    }
}
