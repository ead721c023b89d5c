package dev.tenon.model;

import org.jspecify.annotations.Nullable;

/**
 * Which page of a list (server utilities, pagination).
 *
 * @param cursor where the page begins, as an earlier page said, or null for the first page
 * @param meta {@code _meta}
 */
public record PaginatedParams(@Nullable String cursor, Meta meta) implements Params {
    /** The first page. */
    public static final PaginatedParams FIRST = new PaginatedParams(null, Meta.EMPTY);

    /** The page at a cursor. */
    public static PaginatedParams at(String cursor) {
        return new PaginatedParams(cursor, Meta.EMPTY);
    }
}
