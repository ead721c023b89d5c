package dev.tenon.guard.policy;

import dev.tenon.concurrent.BoundedCache;
import dev.tenon.json.Json;
import dev.tenon.schema.Schema;
import dev.tenon.schema.SchemaException;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Compiled schemas by what they are for; the one that was used longest ago makes room. */
final class SchemaCache {
    private final BoundedCache<String, Entry> entries;

    SchemaCache(int most) {
        this.entries = BoundedCache.<String, Entry>builder(most).build();
    }

    private record Entry(
            Json source, @Nullable Schema schema, @Nullable SchemaException problem) {}

    /**
     * The schema, compiled when it is new for this key or has changed.
     *
     * @throws SchemaException when it cannot be used
     */
    Schema of(String key, Json source) {
        Entry entry = entries.get(key);
        if (entry == null || !isSame(entry.source(), source)) {
            entry = compiled(source);
            entries.put(key, entry);
        }
        if (entry.problem() != null) {
            throw entry.problem();
        }
        return Objects.requireNonNull(entry.schema());
    }

    /** Letter by letter. */
    private static boolean isSame(Json known, Json source) {
        return known.size() == source.size()
                && known.lend((mine, from, length) -> source.lend(
                        (given, start, size) -> Arrays.equals(mine, from, from + length, given, start, start + size)));
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
