package dev.tenon.guard.internal.forwarder;

import static dev.tenon.guard.internal.log.GuardLog.LOG;

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

/** Caches the tool definitions of an upstream server exactly as it lists them. */
public final class ToolDefinitionCache {
    private static final int MAX_TOOLS = 10_000;
    private static final int MAX_PAGES = 1000;
    private static final long MAX_BYTES = 16L << 20;
    private static final Duration MAX_FETCH_TIME = Duration.ofMinutes(1);
    private static final int MAX_ATTEMPTS = 3;

    /** Servers add tools without notification. After this interval, an unknown name causes another listing. */
    private static final Duration REFRESH_INTERVAL = Duration.ofSeconds(5);

    private final Function<RawCall, RawResponse> client;
    private final Implementation self;
    private final Map<String, Json> definitions = new ConcurrentHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();
    /** The total size of the cached definitions. */
    @GuardedBy("lock") private long bytes;

    private final AtomicInteger version = new AtomicInteger();
    private final AtomicBoolean isTruncationLogged = new AtomicBoolean();
    private volatile long listedAt;
    /** The {@link #version} of the list that was last loaded completely; -1 if none was. */
    private volatile int completeVersion = -1;

    /** {@code client} sends requests to the server. */
    ToolDefinitionCache(Function<RawCall, RawResponse> client, Implementation self) {
        this.client = client;
        this.self = self;
    }

    /** Discards all definitions because the list changed. */
    void discardDefinitions() {
        version.incrementAndGet();
        lock.lock();
        try {
            definitions.clear();
            bytes = 0;
        } finally {
            lock.unlock();
        }
    }

    /** The result of a lookup: the definition, or null if the server does not list the tool. */
    record ToolLookup(@Nullable Json definition) {}

    /** Adds the tools of a list page. A tool beyond the limits is unknown, even if it was known before. */
    void addPage(Json page) {
        forEachTool(page, this::putWithinLimits);
    }

    private void putWithinLimits(String name, Json tool) {
        lock.lock();
        try {
            Json previous = definitions.get(name);
            long otherBytes = bytes - (previous == null ? 0 : previous.sizeInBytes());
            if (otherBytes + tool.sizeInBytes() <= MAX_BYTES && (previous != null || definitions.size() < MAX_TOOLS)) {
                definitions.put(name, tool.toDetached());
                bytes = otherBytes + tool.sizeInBytes();
            } else {
                definitions.remove(name);
                bytes = otherBytes;
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
     * Looks up a tool. Lists the tools if the tool is unknown and the list is missing or outdated.
     *
     * @param mayBlock whether tools may be listed
     * @return null if tools would have to be listed, but must not be
     * @throws McpClientException if the server does not respond
     */
    @Nullable ToolLookup find(String name, boolean mayBlock) {
        Json definition = definitions.get(name);
        if (definition != null || isComplete() && System.nanoTime() - listedAt <= REFRESH_INTERVAL.toNanos()) {
            return new ToolLookup(definition);
        }
        if (!mayBlock) {
            return null;
        }
        try {
            for (int tries = 0; tries < MAX_ATTEMPTS && !tryFetchCompleteList(); tries++) {
                LOG.debug("Upstream tools changed while they were listed; listing again");
            }
        } catch (ConnectionFailedException | CallTimeoutException e) {
            throw e; // A call would fail as well.
        } catch (McpClientException e) {
            LOG.debug("Could not list upstream tools: cause={}", e.getMessage());
        }
        return new ToolLookup(definitions.get(name));
    }

    /**
     * Lists all tools again, within the limits.
     *
     * @throws McpClientException if the server does not respond
     */
    public Map<String, Json> fetchAndCacheAll() {
        Map<String, Json> all = new LinkedHashMap<>();
        fetchPages(page -> forEachTool(page, (name, tool) -> {
            Json detached = tool.toDetached();
            if (all.size() < MAX_TOOLS || all.containsKey(name)) {
                all.put(name, detached);
            }
            putWithinLimits(name, detached);
        }));
        return all;
    }

    /** Lists the tools; returns false if they changed meanwhile, so that some may be missing. */
    private boolean tryFetchCompleteList() {
        int startVersion = version.get();
        listedAt = System.nanoTime();
        fetchPages(this::addPage);
        completeVersion = startVersion;
        return isComplete();
    }

    private boolean isComplete() {
        return completeVersion == version.get();
    }

    /** Requests page after page, within limits, as a server could return a next cursor forever. */
    private void fetchPages(Consumer<Json> onPage) {
        long deadline = System.nanoTime() + MAX_FETCH_TIME.toNanos();
        int tools = 0;
        long bytes = 0;
        String cursor = null;
        for (int page = 1; page <= MAX_PAGES && tools < MAX_TOOLS && bytes < MAX_BYTES; page++) {
            String pageCursor = cursor;
            RawCall call = new RawCall(
                    Methods.LIST_TOOLS, codec -> encodePageParams(codec, pageCursor), CallOptions.DEFAULT, null);
            Json result = client.apply(call).result();
            onPage.accept(result);
            Json list = result.get("tools");
            tools += list == null ? 0 : list.elements().size();
            bytes += result.sizeInBytes();
            cursor = result.string("nextCursor");
            if (cursor == null) {
                return;
            }
            if (System.nanoTime() - deadline > 0) {
                break;
            }
        }
        if (isTruncationLogged.compareAndSet(false, true)) {
            String text = "Tool list exceeds a limit and was truncated: tools={}, bytes={}, limits: pages={}, tools={},"
                    + " bytes={}, seconds={}";
            LOG.warn(text, tools, bytes, MAX_PAGES, MAX_TOOLS, MAX_BYTES, MAX_FETCH_TIME.toSeconds());
        }
    }

    private Json encodePageParams(ProtocolCodec codec, @Nullable String cursor) {
        Meta meta = codec.withRequestMeta(Meta.EMPTY, RequestMeta.of(self, ClientCapabilities.NONE));
        return codec.encodeParams(Methods.LIST_TOOLS, new PaginatedParams(cursor, meta));
    }
}
