package dev.tenon.model;

import org.jspecify.annotations.Nullable;

/**
 * Selects a page of a list (server utilities, pagination).
 *
 * @param cursor the position of the page, from the previous page, or null for the first page
 * @param meta {@code _meta}
 */
public record PaginatedParams(@Nullable String cursor, Meta meta) implements Params {
    /** Selects the first page. */
    public static final PaginatedParams FIRST = new PaginatedParams(null, Meta.EMPTY);

    /** Selects the page at a cursor. */
    public static PaginatedParams at(String cursor) {
        return new PaginatedParams(cursor, Meta.EMPTY);
    }
}
