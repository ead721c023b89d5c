package dev.tenon.client.internal.cache;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.model.Tool;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The tools that the server has told of, as it told of them last. */
public final class ToolCache {
    private final int maxTools;
    private final long maxBytes;
    private final Map<String, CachedTool> tools = new ConcurrentHashMap<>();
    /** Which edition has been seen as a whole. */
    private volatile int completeVersion = -1;

    /** Held by those who write, and where what follows is read. */
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private long bytes;

    private final AtomicInteger version = new AtomicInteger();

    /**
     * A book without tools.
     *
     * @param most how many it holds
     * @param mostBytes how large they may have been when they came; then it begins anew
     */
    public ToolCache(int most, long mostBytes) {
        this.maxTools = most;
        this.maxBytes = mostBytes;
    }

    /** What is known of a tool, or null. */
    @Nullable public CachedTool get(String name) {
        return tools.get(name);
    }

    /** Takes down what came in a page of a list, which was so large. */
    public void addPage(List<Tool> tools, int size) {
        lock.lock();
        try {
            bytes += size;
            if (bytes > maxBytes) {
                clear();
                bytes = size;
            }
            for (Tool tool : tools) {
                if (this.tools.size() < maxTools || this.tools.containsKey(tool.name())) {
                    CachedTool before = this.tools.get(tool.name());
                    if (before == null || !before.tool().equals(tool)) {
                        this.tools.put(tool.name(), new CachedTool(tool));
                    }
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Which book this is: another one after the list has changed, or when this one began anew. */
    public int version() {
        return version.get();
    }

    /** All of the list has been seen, if this is still the book that it was begun with. */
    public void markComplete(int begun) {
        completeVersion = begun;
    }

    /** The list has changed: what is known may be no longer so. */
    public void invalidate() {
        version.incrementAndGet();
    }

    /** Whether a tool that is not known here is not in the list either, as far as has been told. */
    public boolean isComplete() {
        return completeVersion == version.get();
    }

    public void clear() {
        lock.lock();
        try {
            tools.clear();
            invalidate();
            bytes = 0;
        } finally {
            lock.unlock();
        }
    }
}
