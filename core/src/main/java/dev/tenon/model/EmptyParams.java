package dev.tenon.model;

/**
 * Parameters with only {@code _meta}: those of {@code ping}, {@code server/discover} and list change notifications.
 *
 * @param meta {@code _meta}
 */
public record EmptyParams(Meta meta) implements Params {
    /** Parameters without {@code _meta}. */
    public static final EmptyParams EMPTY = new EmptyParams(Meta.EMPTY);
}
