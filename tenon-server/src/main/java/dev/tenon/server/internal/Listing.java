package dev.tenon.server.internal;

import dev.tenon.model.PaginatedParams;
import dev.tenon.model.Result;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A list of what there is, page by page and in a stable order.
 *
 * @param <S> what the catalog holds
 */
final class Listing<S> implements Operation<PaginatedParams> {
    /** Makes the result of a page. */
    interface PageResult<S> {
        Result of(List<S> items, @Nullable String nextCursor);
    }

    private final String name;
    private final Catalog<S> catalog;
    private final Cursors cursors;
    private final int pageSize;
    private final PageResult<S> result;

    Listing(String name, Catalog<S> catalog, Cursors cursors, int pageSize, PageResult<S> result) {
        this.name = name;
        this.catalog = catalog;
        this.cursors = cursors;
        this.pageSize = pageSize;
        this.result = result;
    }

    @Override
    public Work prepare(PaginatedParams params, ActiveCall call) {
        Catalog.Page<S> page = catalog.page(cursors.read(name, params.cursor()), pageSize);
        return new Work.Done(result.of(page.items(), cursors.write(name, page.next())));
    }
}
