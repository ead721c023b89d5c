package dev.tenon.model;

/** The background that an icon is designed for. */
public enum IconTheme {
    LIGHT,
    DARK;

    /** Returns the name in messages. */
    public String wireName() {
        return this == LIGHT ? "light" : "dark";
    }
}
