package dev.tenon.uri;

/**
 * A variable of an expression (RFC 6570 section 2.3).
 *
 * @param name its name as written
 * @param maxLength the most characters of the value that count ({@code :n}); {@link #UNLIMITED} without the modifier
 * @param explode whether it is a list of values ({@code *})
 */
record TemplateVariable(String name, int maxLength, boolean explode) {
    /** Above any length of a URI, and no overflow when added to one. */
    static final int UNLIMITED = 1 << 24;
}
