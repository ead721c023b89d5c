package dev.tenon.model;

/** The background that an icon is made for. */
public enum IconTheme {
    LIGHT,
    DARK;

    /** The name in messages. */
    public String wireName() {
        return this == LIGHT ? "light" : "dark";
    }
}
