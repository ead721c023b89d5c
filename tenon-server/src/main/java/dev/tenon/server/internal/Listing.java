package dev.tenon.server.internal;

import dev.tenon.model.Caching;
import dev.tenon.model.PaginatedParams;
import dev.tenon.model.Result;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A list of what there is, page by page and in a stable order. A caller who was authenticated sees what he may use; a list
 * that differs from caller to caller is never declared public.
 *
 * @param <S> what the catalog holds
 */
final class Listing<S> implements Operation<PaginatedParams> {
    /** Makes the result of a page. */
    interface PageResult<S> {
        Result of(List<S> items, @Nullable String nextCursor, Caching caching);
    }

    /** What all lists of a server have in common. */
    record Terms(Cursors cursors, int pageSize, Caching caching) {}

    private final Terms terms;
    private final String name;
    private final Catalog<S> catalog;
    private final Function<S, Set<String>> needs;
    private final PageResult<S> result;

    /**
     * A list of a catalog's items.
     *
     * @param needs the scopes without which an item is not shown
     */
    Listing(Terms terms, String name, Catalog<S> catalog, Function<S, Set<String>> needs, PageResult<S> result) {
        this.terms = terms;
        this.name = name;
        this.catalog = catalog;
        this.needs = needs;
        this.result = result;
    }

    @Override
    public Work prepare(PaginatedParams params, ActiveCall call) {
        Catalog.Page<S> page =
                catalog.page(terms.cursors().read(name, params.cursor()), terms.pageSize(), item -> call.scope()
                        .permits(needs.apply(item)));
        String next = terms.cursors().write(name, page.next());
        Caching caching = isSame() ? terms.caching() : terms.caching().asPrivate();
        return new Work.Done(result.of(page.items(), next, caching));
    }

    /** Whether the list is the same for everybody. */
    private boolean isSame() {
        return catalog.all().stream().allMatch(item -> needs.apply(item).isEmpty());
    }
}
