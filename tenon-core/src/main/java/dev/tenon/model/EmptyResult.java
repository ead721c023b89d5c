package dev.tenon.model;

/**
 * Nothing but {@code _meta}: done.
 *
 * @param meta {@code _meta}
 */
public record EmptyResult(Meta meta) implements Result {
    /** Without {@code _meta}. */
    public static final EmptyResult EMPTY = new EmptyResult(Meta.EMPTY);
}
