package dev.tenon.uri;

/**
 * A variable of an expression (RFC 6570, section 2.3).
 *
 * @param name its name as written
 * @param maxLength maximum number of characters of the value ({@code :n}); {@link #UNLIMITED} without the modifier
 * @param explode whether it is a list of values ({@code *})
 */
record TemplateVariable(String name, int maxLength, boolean explode) {
    /** Greater than the length of any URI, and small enough to be added to one without overflow. */
    static final int UNLIMITED = 1 << 24;
}
