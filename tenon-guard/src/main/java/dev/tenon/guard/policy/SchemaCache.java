package dev.tenon.guard.policy;

import dev.tenon.json.Json;
import dev.tenon.schema.Schema;
import dev.tenon.schema.SchemaException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Compiled schemas by what they are for; the one that was used longest ago makes room. */
final class SchemaCache {
    private final int most;
    private final Map<String, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);
    private final ReentrantLock lock = new ReentrantLock();

    SchemaCache(int most) {
        this.most = most;
    }

    private record Entry(
            Json source, @Nullable Schema schema, @Nullable SchemaException problem) {}

    /**
     * The schema, compiled when it is new for this key or has changed.
     *
     * @throws SchemaException when it cannot be used
     */
    Optional<Schema> of(String key, Json source) {
        Entry entry = known(key, source);
        if (entry == null) {
            entry = compiled(source);
            keep(key, entry);
        }
        if (entry.problem() != null) {
            throw entry.problem();
        }
        return Optional.ofNullable(entry.schema());
    }

    private @Nullable Entry known(String key, Json source) {
        Entry entry = last(key);
        return entry != null && isSame(entry.source(), source) ? entry : null;
    }

    private @Nullable Entry last(String key) {
        lock.lock();
        try {
            return entries.get(key);
        } finally {
            lock.unlock();
        }
    }

    /** Letter by letter. */
    private static boolean isSame(Json known, Json source) {
        return known.size() == source.size()
                && known.lend((mine, from, length) -> source.lend(
                        (given, start, size) -> Arrays.equals(mine, from, from + length, given, start, start + size)));
    }

    private void keep(String key, Entry entry) {
        lock.lock();
        try {
            entries.put(key, entry);
            if (entries.size() > most) {
                entries.remove(entries.keySet().iterator().next());
            }
        } finally {
            lock.unlock();
        }
    }

    private static Entry compiled(Json source) {
        Json kept = source.detached();
        try {
            return new Entry(kept, Schema.compile(kept), null);
        } catch (SchemaException e) {
            return new Entry(kept, null, e);
        }
    }
}
