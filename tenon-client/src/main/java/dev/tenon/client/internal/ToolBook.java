package dev.tenon.client.internal;

import dev.tenon.model.Tool;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The tools that the server has told of, as it told of them last. */
final class ToolBook {
    private final int most;
    private final Map<String, KnownTool> known = new LinkedHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();
    private boolean complete;

    ToolBook(int most) {
        this.most = most;
    }

    /** What is known of a tool, or null. */
    @Nullable KnownTool get(String name) {
        lock.lock();
        try {
            return known.get(name);
        } finally {
            lock.unlock();
        }
    }

    /** Takes down what came in a list. */
    void learn(List<Tool> tools) {
        lock.lock();
        try {
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

    /** All of the list has been seen. */
    void completed() {
        set(true);
    }

    /** The list has changed: what is known may be no longer so. */
    void changed() {
        set(false);
    }

    private void set(boolean now) {
        lock.lock();
        try {
            complete = now;
        } finally {
            lock.unlock();
        }
    }

    /** Whether a tool that is not known here is not in the list either, as far as has been told. */
    boolean isComplete() {
        lock.lock();
        try {
            return complete;
        } finally {
            lock.unlock();
        }
    }

    void clear() {
        lock.lock();
        try {
            known.clear();
            complete = false;
        } finally {
            lock.unlock();
        }
    }
}
