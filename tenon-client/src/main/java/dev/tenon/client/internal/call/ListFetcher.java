package dev.tenon.client.internal.call;

import dev.tenon.client.CallOptions;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The server's lists. */
public record ListFetcher(ConnectionProvider line, ClientContext crew, CallExecutor calls) {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.client");

    /** The pages, fetched as they are looked at. */
    public Iterator<List<Tool>> toolPages() {
        int begun = crew.toolCache().version();
        return iteratePages(Methods.LIST_TOOLS, (page, bytes) -> cacheToolPage(page, bytes, begun));
    }

    /** The pages, fetched as they are looked at. */
    public Iterator<List<Resource>> resourcePages() {
        return iteratePages(
                Methods.LIST_RESOURCES,
                (page, bytes) -> new PageIterator.FetchedPage<>(page.resources(), page.nextCursor(), bytes));
    }

    /** The pages, fetched as they are looked at. */
    public Iterator<List<ResourceTemplate>> templatePages() {
        return iteratePages(
                Methods.LIST_RESOURCE_TEMPLATES,
                (page, bytes) -> new PageIterator.FetchedPage<>(page.resourceTemplates(), page.nextCursor(), bytes));
    }

    /** The pages, fetched as they are looked at. */
    public Iterator<List<Prompt>> promptPages() {
        return iteratePages(
                Methods.LIST_PROMPTS,
                (page, bytes) -> new PageIterator.FetchedPage<>(page.prompts(), page.nextCursor(), bytes));
    }

    /** Learns of all tools anew, for what a call has to know of its tool. */
    void refreshTools(Deadline deadline) {
        crew.toolCache().clear();
        int begun = crew.toolCache().version();
        Iterator<List<Tool>> pages = new PageIterator<>(
                Methods.LIST_TOOLS.name(),
                crew.config().limits(),
                cursor -> fetchPage(
                        Methods.LIST_TOOLS, cursor, deadline, (page, bytes) -> cacheToolPage(page, bytes, begun)));
        while (pages.hasNext()) {
            pages.next();
        }
    }

    /** A page of tools; after the last one a call that follows need not ask for them again. */
    private PageIterator.FetchedPage<Tool> cacheToolPage(ListToolsResult page, int bytes, int begun) {
        List<Tool> usable = cacheUsableTools(page, bytes);
        if (page.nextCursor() == null) {
            crew.toolCache().markComplete(begun);
        }
        return new PageIterator.FetchedPage<>(usable, page.nextCursor(), bytes);
    }

    private <R extends CacheableResult, T> Iterator<List<T>> iteratePages(
            Method<PaginatedParams, R> method, BiFunction<R, Integer, PageIterator.FetchedPage<T>> read) {
        return new PageIterator<>(method.name(), crew.config().limits(), cursor -> {
            // Each page has its own time: whoever looks through a list may stop in between.
            Deadline deadline = calls.createDeadline(CallOptions.DEFAULT);
            McpConnection connection = line.getConnection(deadline);
            RequiredCapabilities.check(method, connection.protocol().server());
            CacheableResult fresh = crew.resultCache().get(method, cacheSubject(cursor));
            return fresh == null
                    ? fetchPage(method, cursor, deadline, read)
                    : read.apply(method.result().cast(fresh), 0);
        });
    }

    private <R extends CacheableResult, T> PageIterator.FetchedPage<T> fetchPage(
            Method<PaginatedParams, R> method,
            @Nullable String cursor,
            Deadline deadline,
            BiFunction<R, Integer, PageIterator.FetchedPage<T>> read) {
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
        return read.apply(page, bytes.get());
    }

    /** What a page is kept under: the first page is another one than that at an empty cursor. */
    private static String cacheSubject(@Nullable String cursor) {
        return cursor == null ? "" : "at " + cursor;
    }

    /**
     * The tools that can be called. One whose header annotations break a rule cannot be over HTTP: it is left out
     * (Streamable HTTP, section "Custom Headers from Tool Parameters", 2026-07-28).
     */
    private List<Tool> cacheUsableTools(ListToolsResult page, int bytes) {
        McpConnection connection = line.currentConnection();
        boolean mirrored = connection != null
                && connection.isHttp()
                && connection.protocol().isStateless();
        List<Tool> usable = mirrored
                ? page.tools().stream().filter(this::hasValidHeaderParams).toList()
                : page.tools();
        crew.toolCache().addPage(usable, bytes);
        return usable;
    }

    private boolean hasValidHeaderParams(Tool tool) {
        Set<String> problems = new TreeSet<>(ToolParamHeaders.findProblems(tool.inputSchema()));
        if (!problems.isEmpty()) {
            LOG.warn("Left out tool {}: {}", Excerpts.quote(tool.name()), String.join("; ", problems));
        }
        return problems.isEmpty();
    }
}
