package dev.tenon.guard.internal.forwarder;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.client.CallOptions;
import dev.tenon.client.RawCall;
import dev.tenon.client.RawResponse;
import dev.tenon.client.error.CallTimeoutException;
import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.error.McpClientException;
import dev.tenon.codec.ProtocolCodec;
import dev.tenon.json.Json;
import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.Implementation;
import dev.tenon.model.Meta;
import dev.tenon.model.Methods;
import dev.tenon.model.PaginatedParams;
import dev.tenon.model.RequestMeta;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The tools of the server behind, letter by letter as it lists them. */
public final class ToolDefinitionCache {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.guard");
    private static final int MAX_TOOLS = 10_000;
    private static final int MAX_PAGES = 1000;
    private static final long MAX_BYTES = 16L << 20;
    private static final Duration MAX_FETCH_TIME = Duration.ofMinutes(1);
    private static final int MAX_ATTEMPTS = 3;

    /** Servers add tools without saying so. After this, a name that nobody knows is looked for once more. */
    private static final Duration REFRESH_INTERVAL = Duration.ofSeconds(5);

    private final Function<RawCall, RawResponse> client;
    private final Implementation self;
    private final Map<String, Json> known = new ConcurrentHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();
    /** The size of what is known. */
    @GuardedBy("lock") private long bytes;

    private final AtomicInteger version = new AtomicInteger();
    private final AtomicBoolean isTruncationLogged = new AtomicBoolean();
    private volatile long listedAt;
    private volatile boolean complete;

    /** {@code client} calls the server. */
    ToolDefinitionCache(Function<RawCall, RawResponse> client, Implementation self) {
        this.client = client;
        this.self = self;
    }

    /** The list has changed: what is known may be no longer so. */
    void invalidate() {
        version.incrementAndGet();
        complete = false;
        lock.lock();
        try {
            known.clear();
            bytes = 0;
        } finally {
            lock.unlock();
        }
    }

    /** What is known of a tool: its definition, or null when it is in no list. */
    record ToolLookup(@Nullable Json definition) {}

    /**
     * Takes down a page of the list. A tool that does not fit into the bounds is unknown, also when it was known
     * before.
     */
    void addPage(Json page) {
        forEachTool(page, this::put);
    }

    private void put(String name, Json tool) {
        lock.lock();
        try {
            Json before = known.get(name);
            long others = bytes - (before == null ? 0 : before.sizeInBytes());
            if (others + tool.sizeInBytes() <= MAX_BYTES && (before != null || known.size() < MAX_TOOLS)) {
                known.put(name, tool.toDetached());
                bytes = others + tool.sizeInBytes();
            } else {
                known.remove(name);
                bytes = others;
            }
        } finally {
            lock.unlock();
        }
    }

    private static void forEachTool(Json page, BiConsumer<String, Json> action) {
        Json list = page.get("tools");
        if (list != null) {
            list.elements().forEach(tool -> {
                String name = tool.string("name");
                if (name != null) {
                    action.accept(name, tool);
                }
            });
        }
    }

    /**
     * The definition of a tool. The server is asked for its list when it has not said, or the list is not new.
     *
     * @param mayBlock whether it may be asked
     * @return null when it would have to be asked, and may not
     * @throws McpClientException when the server does not answer
     */
    @Nullable ToolLookup find(String name, boolean mayBlock) {
        Json said = known.get(name);
        if (said != null || complete && System.nanoTime() - listedAt <= REFRESH_INTERVAL.toNanos()) {
            return new ToolLookup(said);
        }
        if (!mayBlock) {
            return null;
        }
        try {
            for (int tries = 0; tries < MAX_ATTEMPTS && !refresh(); tries++) {
                LOG.debug("The tools behind have changed while they were listed");
            }
        } catch (ConnectionFailedException | CallTimeoutException e) {
            throw e; // Nothing is known of the tool, and a call would fare no better.
        } catch (McpClientException e) {
            LOG.debug("The tools behind could not be listed: {}", e.getMessage());
        }
        return new ToolLookup(known.get(name));
    }

    /**
     * All of them, asked for anew by one bounded walk of the list.
     *
     * @throws McpClientException when the server does not answer
     */
    public Map<String, Json> fetchAll() {
        Map<String, Json> all = new LinkedHashMap<>();
        fetchPages(page -> {
            forEachTool(page, (name, tool) -> {
                Json own = tool.toDetached();
                if (all.size() < MAX_TOOLS || all.containsKey(name)) {
                    all.put(name, own);
                }
                put(name, own);
            });
        });
        return all;
    }

    /** Lists them; false when they have changed meanwhile, and something that is there may be missing. */
    private boolean refresh() {
        int begun = version.get();
        listedAt = System.nanoTime();
        fetchPages(this::addPage);
        boolean whole = begun == version.get();
        complete = whole;
        return whole;
    }

    /** Asks for page after page, within bounds: a server may name another page for ever. */
    private void fetchPages(Consumer<Json> pages) {
        long end = System.nanoTime() + MAX_FETCH_TIME.toNanos();
        int tools = 0;
        long bytes = 0;
        String cursor = null;
        for (int page = 1; page <= MAX_PAGES && tools < MAX_TOOLS && bytes < MAX_BYTES; page++) {
            String from = cursor;
            Json result = client.apply(new RawCall(
                            Methods.LIST_TOOLS, wire -> encodePageParams(wire, from), CallOptions.DEFAULT, null))
                    .result();
            pages.accept(result);
            Json list = result.get("tools");
            tools += list == null ? 0 : list.elements().size();
            bytes += result.sizeInBytes();
            cursor = result.string("nextCursor");
            if (cursor == null) {
                return;
            }
            if (System.nanoTime() - end > 0) {
                break;
            }
        }
        if (!isTruncationLogged.compareAndSet(false, true)) {
            return;
        }
        LOG.warn(
                "The tool list does not end: tools={}, bytes={}. Only what came so far is known; the bounds are {} pages, {} tools,"
                        + " {} bytes, {} s",
                tools,
                bytes,
                MAX_PAGES,
                MAX_TOOLS,
                MAX_BYTES,
                MAX_FETCH_TIME.toSeconds());
    }

    private Json encodePageParams(ProtocolCodec wire, @Nullable String cursor) {
        Meta meta = wire.withRequestMeta(Meta.EMPTY, RequestMeta.of(self, ClientCapabilities.NONE));
        return wire.encodeParams(Methods.LIST_TOOLS, new PaginatedParams(cursor, meta));
    }
}
