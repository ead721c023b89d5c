package dev.tenon.model;

/**
 * Nothing but {@code _meta}: of {@code ping}, {@code server/discover} and the notifications that something changed.
 *
 * @param meta {@code _meta}
 */
public record EmptyParams(Meta meta) implements Params {
    /** Without {@code _meta}. */
    public static final EmptyParams EMPTY = new EmptyParams(Meta.EMPTY);
}
