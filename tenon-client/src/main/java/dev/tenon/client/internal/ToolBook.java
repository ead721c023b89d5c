package dev.tenon.client.internal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.model.Tool;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The tools that the server has told of, as it told of them last. */
final class ToolBook {
    private final int most;
    private final long mostBytes;
    private final Map<String, KnownTool> known = new ConcurrentHashMap<>();
    /** Which edition has been seen as a whole. */
    private volatile int seen = -1;

    /** Held by those who write, and where what follows is read. */
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private long bytes;

    private final AtomicInteger edition = new AtomicInteger();

    /**
     * A book without tools.
     *
     * @param most how many it holds
     * @param mostBytes how large they may have been when they came; then it begins anew
     */
    ToolBook(int most, long mostBytes) {
        this.most = most;
        this.mostBytes = mostBytes;
    }

    /** What is known of a tool, or null. */
    @Nullable KnownTool get(String name) {
        return known.get(name);
    }

    /** Takes down what came in a page of a list, which was so large. */
    void learn(List<Tool> tools, int size) {
        lock.lock();
        try {
            bytes += size;
            if (bytes > mostBytes) {
                clear();
                bytes = size;
            }
            for (Tool tool : tools) {
                if (known.size() < most || known.containsKey(tool.name())) {
                    KnownTool before = known.get(tool.name());
                    if (before == null || !before.tool().equals(tool)) {
                        known.put(tool.name(), new KnownTool(tool));
                    }
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Which book this is: another one after the list has changed, or when this one began anew. */
    int edition() {
        return edition.get();
    }

    /** All of the list has been seen, if this is still the book that it was begun with. */
    void completed(int begun) {
        seen = begun;
    }

    /** The list has changed: what is known may be no longer so. */
    void changed() {
        edition.incrementAndGet();
    }

    /** Whether a tool that is not known here is not in the list either, as far as has been told. */
    boolean isComplete() {
        return seen == edition.get();
    }

    void clear() {
        lock.lock();
        try {
            known.clear();
            changed();
            bytes = 0;
        } finally {
            lock.unlock();
        }
    }
}
