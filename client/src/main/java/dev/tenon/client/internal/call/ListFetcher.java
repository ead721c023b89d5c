package dev.tenon.client.internal.call;

import static dev.tenon.client.internal.connection.ClientContext.LOG;

import dev.tenon.client.CallOptions;
import dev.tenon.client.internal.call.PageIterator.FetchedPage;
import dev.tenon.client.internal.connection.ClientContext;
import dev.tenon.client.internal.connection.ConnectionProvider;
import dev.tenon.client.internal.connection.McpConnection;
import dev.tenon.http.ToolParamHeaders;
import dev.tenon.internal.text.Excerpts;
import dev.tenon.jsonrpc.internal.Deadline;
import dev.tenon.model.CacheableResult;
import dev.tenon.model.ListToolsResult;
import dev.tenon.model.Meta;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.PaginatedParams;
import dev.tenon.model.Prompt;
import dev.tenon.model.Resource;
import dev.tenon.model.ResourceTemplate;
import dev.tenon.model.Tool;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Fetches the lists of the server, page by page. */
public record ListFetcher(ConnectionProvider connections, ClientContext context, CallExecutor calls) {
    /** Iterates over the pages of the tools; each is fetched when the iterator reaches it. */
    public Iterator<List<Tool>> toolPages() {
        int startVersion = context.toolCache().version();
        return iteratePages(Methods.LIST_TOOLS, (page, bytes) -> cacheToolPage(page, bytes, startVersion));
    }

    /** Iterates over the pages of the resources; each is fetched when the iterator reaches it. */
    public Iterator<List<Resource>> resourcePages() {
        return iteratePages(
                Methods.LIST_RESOURCES, (page, bytes) -> new FetchedPage<>(page.resources(), page.nextCursor(), bytes));
    }

    /** Iterates over the pages of the resource templates; each is fetched when the iterator reaches it. */
    public Iterator<List<ResourceTemplate>> templatePages() {
        return iteratePages(
                Methods.LIST_RESOURCE_TEMPLATES,
                (page, bytes) -> new FetchedPage<>(page.resourceTemplates(), page.nextCursor(), bytes));
    }

    /** Iterates over the pages of the prompts; each is fetched when the iterator reaches it. */
    public Iterator<List<Prompt>> promptPages() {
        return iteratePages(
                Methods.LIST_PROMPTS, (page, bytes) -> new FetchedPage<>(page.prompts(), page.nextCursor(), bytes));
    }

    /** Fetches all tools again, because a call needs the schema of its tool. */
    void refreshTools(Deadline deadline) {
        context.toolCache().clear();
        int startVersion = context.toolCache().version();
        BiFunction<ListToolsResult, Integer, FetchedPage<Tool>> converter =
                (page, bytes) -> cacheToolPage(page, bytes, startVersion);
        Iterator<List<Tool>> pages = new PageIterator<>(
                Methods.LIST_TOOLS.name(),
                context.limits(),
                cursor -> fetchPage(Methods.LIST_TOOLS, cursor, deadline, converter));
        pages.forEachRemaining(page -> {});
    }

    /**
     * Caches the tools of a page that can be called. A tool with invalid header annotations cannot be called over HTTP
     * and is left out (Streamable HTTP, section "Custom Headers from Tool Parameters", 2026-07-28). After the last page
     * the cache is complete, and calls need not fetch the list.
     */
    private FetchedPage<Tool> cacheToolPage(ListToolsResult page, int bytes, int startVersion) {
        McpConnection connection = connections.currentConnection();
        List<Tool> usable = connection != null && connection.needsMirroredHeaders()
                ? page.tools().stream().filter(this::hasValidHeaderParams).toList()
                : page.tools();
        context.toolCache().addPage(usable, bytes);
        if (page.nextCursor() == null) {
            context.toolCache().markComplete(startVersion);
        }
        return new FetchedPage<>(usable, page.nextCursor(), bytes);
    }

    private <R extends CacheableResult, T> Iterator<List<T>> iteratePages(
            Method<PaginatedParams, R> method, BiFunction<R, Integer, FetchedPage<T>> converter) {
        return new PageIterator<>(method.name(), context.limits(), cursor -> {
            // Each page has its own timeout: the caller may pause between pages.
            Deadline deadline = calls.createDeadline(CallOptions.DEFAULT);
            McpConnection connection = connections.getConnection(deadline);
            RequiredCapabilities.check(method, connection.protocol().server());
            CacheableResult fresh = context.resultCache().get(method, cacheSubject(cursor));
            return fresh == null
                    ? fetchPage(method, cursor, deadline, converter)
                    : converter.apply(method.result().cast(fresh), 0);
        });
    }

    private <R extends CacheableResult, T> FetchedPage<T> fetchPage(
            Method<PaginatedParams, R> method,
            @Nullable String cursor,
            Deadline deadline,
            BiFunction<R, Integer, FetchedPage<T>> converter) {
        AtomicInteger bytes = new AtomicInteger();
        R page = calls.call(
                new CallExecutor.CallSpec<>(
                        method,
                        new PaginatedParams(cursor, Meta.EMPTY),
                        connection -> connection.protocol().mirroredHeaders(null),
                        CallOptions.DEFAULT.withResend(true),
                        cacheSubject(cursor),
                        bytes::set),
                deadline);
        return converter.apply(page, bytes.get());
    }

    /** Returns the cache key of a page; the first page differs from the page at an empty cursor. */
    private static String cacheSubject(@Nullable String cursor) {
        return cursor == null ? "" : "at " + cursor;
    }

    private boolean hasValidHeaderParams(Tool tool) {
        Set<String> problems = new TreeSet<>(ToolParamHeaders.findProblems(tool.inputSchema()));
        if (!problems.isEmpty()) {
            LOG.warn("Left out tool {}: {}", Excerpts.quote(tool.name()), String.join("; ", problems));
        }
        return problems.isEmpty();
    }
}
