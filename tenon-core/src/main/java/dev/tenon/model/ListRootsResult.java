package dev.tenon.model;

import java.util.List;

/**
 * The client's roots (client features, roots).
 *
 * @param roots where the server may work
 * @param meta {@code _meta}; not carried in 2026-07-28
 */
public record ListRootsResult(List<Root> roots, Meta meta) implements InputResponse {
    public ListRootsResult {
        roots = List.copyOf(roots);
    }

    /** Roots. */
    public static ListRootsResult of(Root... roots) {
        return new ListRootsResult(List.of(roots), Meta.EMPTY);
    }

    /** With {@code _meta}. */
    public ListRootsResult withMeta(Meta changed) {
        return new ListRootsResult(roots, changed);
    }
}
