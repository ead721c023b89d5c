package dev.tenon.model;

/**
 * A result with only {@code _meta}.
 *
 * @param meta {@code _meta}
 */
public record EmptyResult(Meta meta) implements Result {
    /** A result without {@code _meta}. */
    public static final EmptyResult EMPTY = new EmptyResult(Meta.EMPTY);
}
