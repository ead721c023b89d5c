package dev.tenon.client.internal;

import dev.tenon.client.CallOptions;
import dev.tenon.http.HeaderParams;
import dev.tenon.json.Quote;
import dev.tenon.jsonrpc.Deadline;
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
public record Lists(Line line, Crew crew, Calls calls) {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.client");

    /** The pages, fetched as they are looked at. */
    public Iterator<List<Tool>> tools() {
        int begun = crew.tools().edition();
        return walk(Methods.LIST_TOOLS, (page, bytes) -> learned(page, bytes, begun));
    }

    /** The pages, fetched as they are looked at. */
    public Iterator<List<Resource>> resources() {
        return walk(
                Methods.LIST_RESOURCES,
                (page, bytes) -> new PageWalk.Page<>(page.resources(), page.nextCursor(), bytes));
    }

    /** The pages, fetched as they are looked at. */
    public Iterator<List<ResourceTemplate>> templates() {
        return walk(
                Methods.LIST_RESOURCE_TEMPLATES,
                (page, bytes) -> new PageWalk.Page<>(page.resourceTemplates(), page.nextCursor(), bytes));
    }

    /** The pages, fetched as they are looked at. */
    public Iterator<List<Prompt>> prompts() {
        return walk(
                Methods.LIST_PROMPTS, (page, bytes) -> new PageWalk.Page<>(page.prompts(), page.nextCursor(), bytes));
    }

    /** Learns of all tools anew, for what a call has to know of its tool. */
    void learnTools(Deadline deadline) {
        crew.tools().clear();
        int begun = crew.tools().edition();
        Iterator<List<Tool>> pages = new PageWalk<>(
                Methods.LIST_TOOLS.name(),
                crew.host().limits(),
                cursor -> fetch(Methods.LIST_TOOLS, cursor, deadline, (page, bytes) -> learned(page, bytes, begun)));
        while (pages.hasNext()) {
            pages.next();
        }
    }

    /** A page of tools; after the last one a call that follows need not ask for them again. */
    private PageWalk.Page<Tool> learned(ListToolsResult page, int bytes, int begun) {
        List<Tool> usable = usable(page, bytes);
        if (page.nextCursor() == null) {
            crew.tools().completed(begun);
        }
        return new PageWalk.Page<>(usable, page.nextCursor(), bytes);
    }

    private <R extends CacheableResult, T> Iterator<List<T>> walk(
            Method<PaginatedParams, R> method, BiFunction<R, Integer, PageWalk.Page<T>> read) {
        return new PageWalk<>(method.name(), crew.host().limits(), cursor -> {
            // Each page has its own time: whoever looks through a list may stop in between.
            Deadline deadline = calls.deadline(CallOptions.DEFAULT);
            Connection connection = line.get(deadline);
            Offer.check(method, connection.agreement().server());
            CacheableResult fresh = crew.cache().get(method, subject(cursor));
            return fresh == null
                    ? fetch(method, cursor, deadline, read)
                    : read.apply(method.result().cast(fresh), 0);
        });
    }

    private <R extends CacheableResult, T> PageWalk.Page<T> fetch(
            Method<PaginatedParams, R> method,
            @Nullable String cursor,
            Deadline deadline,
            BiFunction<R, Integer, PageWalk.Page<T>> read) {
        AtomicInteger bytes = new AtomicInteger();
        R page = calls.call(
                new Calls.Order<>(
                        method,
                        new PaginatedParams(cursor, Meta.EMPTY),
                        connection -> connection.agreement().envelope(null),
                        CallOptions.DEFAULT.resending(true),
                        subject(cursor),
                        bytes::set),
                deadline);
        return read.apply(page, bytes.get());
    }

    /** What a page is kept under: the first page is another one than that at an empty cursor. */
    private static String subject(@Nullable String cursor) {
        return cursor == null ? "" : "at " + cursor;
    }

    /**
     * The tools that can be called. One whose header annotations break a rule cannot be over HTTP: it is left out (Streamable
     * HTTP, section "Custom Headers from Tool Parameters", 2026-07-28).
     */
    private List<Tool> usable(ListToolsResult page, int bytes) {
        Connection connection = line.current();
        boolean mirrored = connection != null
                && connection.isHttp()
                && connection.agreement().isStateless();
        List<Tool> usable =
                mirrored ? page.tools().stream().filter(this::hasGoodHeaders).toList() : page.tools();
        crew.tools().learn(usable, bytes);
        return usable;
    }

    private boolean hasGoodHeaders(Tool tool) {
        Set<String> problems = new TreeSet<>(HeaderParams.problems(tool.inputSchema()));
        if (!problems.isEmpty()) {
            LOG.warn("Left out tool {}: {}", Quote.shortened(tool.name()), String.join("; ", problems));
        }
        return problems.isEmpty();
    }
}
