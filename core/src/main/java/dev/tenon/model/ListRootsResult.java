package dev.tenon.model;

import java.util.List;

/**
 * The client's roots (client features, roots).
 *
 * @param roots the roots in which the server may work
 * @param meta {@code _meta}; not sent in 2026-07-28
 */
public record ListRootsResult(List<Root> roots, Meta meta) implements InputResponse {
    public ListRootsResult {
        roots = List.copyOf(roots);
    }

    /** Creates a result without {@code _meta}. */
    public static ListRootsResult of(Root... roots) {
        return new ListRootsResult(List.of(roots), Meta.EMPTY);
    }

    /** Returns a copy with {@code _meta}. */
    public ListRootsResult withMeta(Meta changed) {
        return new ListRootsResult(roots, changed);
    }
}
