package dev.tenon.client.internal.cache;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.model.Tool;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Caches the tools that the server has listed. */
public final class ToolCache {
    private final int maxTools;
    private final long maxBytes;
    private final Map<String, CachedTool> tools = new ConcurrentHashMap<>();
    /** The version for which all pages have been received. */
    private volatile int completeVersion = -1;

    /** Guards all writes, and reads of the fields below. */
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private long bytes;

    private final AtomicInteger version = new AtomicInteger();

    /**
     * Creates an empty cache.
     *
     * @param maxTools how many tools it holds
     * @param maxBytes the maximum total size of the received tools; beyond it the cache is cleared
     */
    public ToolCache(int maxTools, long maxBytes) {
        this.maxTools = maxTools;
        this.maxBytes = maxBytes;
    }

    /** Returns the tool of that name, or null if it is unknown. */
    @Nullable public CachedTool get(String name) {
        return tools.get(name);
    }

    /** Adds the tools of one page, which took {@code size} bytes. */
    public void addPage(List<Tool> tools, int size) {
        lock.lock();
        try {
            bytes += size;
            if (bytes > maxBytes) {
                clear();
                bytes = size;
            }
            for (Tool tool : tools) {
                CachedTool before = this.tools.get(tool.name());
                boolean changes = before == null
                        ? this.tools.size() < maxTools
                        : !before.tool().equals(tool);
                if (changes) {
                    this.tools.put(tool.name(), new CachedTool(tool));
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Returns the version, which changes when the list has changed or the cache was cleared. */
    public int version() {
        return version.get();
    }

    /** Records that all pages have been received, if the version has not changed since the first page. */
    public void markComplete(int startVersion) {
        completeVersion = startVersion;
    }

    /** Marks the tools as possibly outdated because the list has changed. */
    public void invalidate() {
        version.incrementAndGet();
    }

    /** Returns whether all tools are known, so that a tool missing here does not exist. */
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
