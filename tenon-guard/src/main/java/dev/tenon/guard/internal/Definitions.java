package dev.tenon.guard.internal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.client.CallOptions;
import dev.tenon.client.CallTimeoutException;
import dev.tenon.client.ConnectionFailedException;
import dev.tenon.client.McpClientException;
import dev.tenon.client.WireAnswer;
import dev.tenon.client.WireCall;
import dev.tenon.json.Json;
import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.Implementation;
import dev.tenon.model.Meta;
import dev.tenon.model.Methods;
import dev.tenon.model.PaginatedParams;
import dev.tenon.model.RequestMeta;
import dev.tenon.wire.Wire;
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
final class Definitions {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.guard");
    private static final int MOST = 10_000;
    private static final int MOST_PAGES = 1000;
    private static final long MOST_BYTES = 16L << 20;
    private static final Duration WALK = Duration.ofMinutes(1);
    private static final int MOST_TRIES = 3;

    /** Servers add tools without saying so. After this, a name that nobody knows is looked for once more. */
    private static final Duration RELIST = Duration.ofSeconds(5);

    private final Function<WireCall, WireAnswer> client;
    private final Implementation self;
    private final Map<String, Json> known = new ConcurrentHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();
    /** The size of what is known. */
    @GuardedBy("lock") private long bytes;

    private final AtomicInteger edition = new AtomicInteger();
    private final AtomicBoolean endless = new AtomicBoolean();
    private volatile long listedAt;
    private volatile boolean complete;

    /** {@code client} calls the server. */
    Definitions(Function<WireCall, WireAnswer> client, Implementation self) {
        this.client = client;
        this.self = self;
    }

    /** The list has changed: what is known may be no longer so. */
    void changed() {
        edition.incrementAndGet();
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
    record Known(@Nullable Json definition) {}

    /** Takes down a page of the list. A tool that does not fit into the bounds is unknown, also when it was known before. */
    void learn(Json page) {
        forEach(page, this::keep);
    }

    private void keep(String name, Json tool) {
        lock.lock();
        try {
            Json before = known.get(name);
            long others = bytes - (before == null ? 0 : before.size());
            if (others + tool.size() <= MOST_BYTES && (before != null || known.size() < MOST)) {
                known.put(name, tool.detached());
                bytes = others + tool.size();
            } else {
                known.remove(name);
                bytes = others;
            }
        } finally {
            lock.unlock();
        }
    }

    private static void forEach(Json page, BiConsumer<String, Json> action) {
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
    @Nullable Known of(String name, boolean mayBlock) {
        Json said = known.get(name);
        if (said != null || complete && System.nanoTime() - listedAt <= RELIST.toNanos()) {
            return new Known(said);
        }
        if (!mayBlock) {
            return null;
        }
        try {
            for (int tries = 0; tries < MOST_TRIES && !list(); tries++) {
                LOG.debug("The tools behind have changed while they were listed");
            }
        } catch (ConnectionFailedException | CallTimeoutException e) {
            throw e; // Nothing is known of the tool, and a call would fare no better.
        } catch (McpClientException e) {
            LOG.debug("The tools behind could not be listed: {}", e.getMessage());
        }
        return new Known(known.get(name));
    }

    /**
     * All of them, asked for anew by one bounded walk of the list.
     *
     * @throws McpClientException when the server does not answer
     */
    Map<String, Json> all() {
        Map<String, Json> all = new LinkedHashMap<>();
        walk(page -> {
            forEach(page, (name, tool) -> {
                Json own = tool.detached();
                if (all.size() < MOST || all.containsKey(name)) {
                    all.put(name, own);
                }
                keep(name, own);
            });
        });
        return all;
    }

    /** Lists them; false when they have changed meanwhile, and something that is there may be missing. */
    private boolean list() {
        int begun = edition.get();
        listedAt = System.nanoTime();
        walk(this::learn);
        boolean whole = begun == edition.get();
        complete = whole;
        return whole;
    }

    /** Asks for page after page, within bounds: a server may name another page for ever. */
    private void walk(Consumer<Json> pages) {
        long end = System.nanoTime() + WALK.toNanos();
        int tools = 0;
        long bytes = 0;
        String cursor = null;
        for (int page = 1; page <= MOST_PAGES && tools < MOST && bytes < MOST_BYTES; page++) {
            String from = cursor;
            Json result = client.apply(
                            new WireCall(Methods.LIST_TOOLS, wire -> params(wire, from), CallOptions.DEFAULT, null))
                    .result();
            pages.accept(result);
            Json list = result.get("tools");
            tools += list == null ? 0 : list.elements().size();
            bytes += result.size();
            cursor = result.string("nextCursor");
            if (cursor == null) {
                return;
            }
            if (System.nanoTime() - end > 0) {
                break;
            }
        }
        if (!endless.compareAndSet(false, true)) {
            return;
        }
        LOG.warn(
                "The tool list does not end: tools={}, bytes={}. Only what came so far is known; the bounds are {} pages, {} tools,"
                        + " {} bytes, {} s",
                tools,
                bytes,
                MOST_PAGES,
                MOST,
                MOST_BYTES,
                WALK.toSeconds());
    }

    private Json params(Wire wire, @Nullable String cursor) {
        Meta meta = wire.withRequestMeta(Meta.EMPTY, RequestMeta.of(self, ClientCapabilities.NONE));
        return wire.encodeParams(Methods.LIST_TOOLS, new PaginatedParams(cursor, meta));
    }
}
