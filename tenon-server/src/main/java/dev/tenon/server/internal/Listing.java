package dev.tenon.server.internal;

import dev.tenon.model.Caching;
import dev.tenon.model.Meta;
import dev.tenon.model.PaginatedParams;
import dev.tenon.model.Result;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A list of what there is, page by page and in a stable order. A caller who was authenticated sees what he may use; a list
 * that differs from caller to caller is never declared public.
 *
 * @param <S> what the catalog holds
 * @param <T> what a caller is shown of it
 */
record Listing<S, T>(Terms terms, Catalog<S> catalog, Function<S, T> shown, PageResult<T> result)
        implements Operation<PaginatedParams> {
    /** Makes the result of a page. */
    interface PageResult<T> {
        Result of(List<T> items, @Nullable String nextCursor, Caching caching, Meta meta);
    }

    /** What all lists of a server have in common. */
    record Terms(Cursors cursors, int pageSize, Caching caching) {}

    @Override
    public Work prepare(PaginatedParams params, ActiveCall call) {
        String name = catalog.kind() + "s";
        Catalog.Page<S> page =
                catalog.page(terms.cursors().read(name, params.cursor()), terms.pageSize(), call.scope()::permits);
        String next = terms.cursors().write(name, page.next());
        Caching caching =
                catalog.isSameForAll() ? terms.caching() : terms.caching().asPrivate();
        return new Work.Done(result.of(page.items().stream().map(shown).toList(), next, caching, Meta.EMPTY));
    }
}
