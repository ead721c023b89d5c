package dev.tenon.guard.policy.schema;

import dev.tenon.internal.concurrent.BoundedCache;
import dev.tenon.json.Json;
import dev.tenon.schema.Schema;
import dev.tenon.schema.SchemaException;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Compiled schemas by what they are for; the one that was used longest ago makes room. */
final class CompiledSchemaCache {
    private final BoundedCache<String, CachedSchema> entries;

    CompiledSchemaCache(int most) {
        this.entries = BoundedCache.<String, CachedSchema>builder(most).build();
    }

    private record CachedSchema(
            Json source, @Nullable Schema schema, @Nullable SchemaException problem) {}

    /**
     * The schema, compiled when it is new for this key or has changed.
     *
     * @throws SchemaException when it cannot be used
     */
    Schema getOrCompile(String key, Json source) {
        CachedSchema entry = entries.get(key);
        if (entry == null || !isIdentical(entry.source(), source)) {
            entry = compile(source);
            entries.put(key, entry);
        }
        if (entry.problem() != null) {
            throw entry.problem();
        }
        return Objects.requireNonNull(entry.schema());
    }

    /** Letter by letter. */
    private static boolean isIdentical(Json known, Json source) {
        return known.sizeInBytes() == source.sizeInBytes()
                && known.readBytes((mine, from, length) -> source.readBytes(
                        (given, start, size) -> Arrays.equals(mine, from, from + length, given, start, start + size)));
    }

    private static CachedSchema compile(Json source) {
        Json kept = source.toDetached();
        try {
            return new CachedSchema(kept, Schema.compile(kept), null);
        } catch (SchemaException e) {
            return new CachedSchema(kept, null, e);
        }
    }
}
