package dev.tenon.model;

/**
 * A request for the client's roots (client features, roots; deprecated in 2026-07-28).
 *
 * @param meta {@code _meta}
 */
public record ListRoots(Meta meta) implements InputRequest {
    /** A request without {@code _meta}. */
    public static final ListRoots REQUEST = new ListRoots(Meta.EMPTY);

    @Override
    public Method<ListRoots, ListRootsResult> method() {
        return Methods.LIST_ROOTS;
    }
}
