package dev.tenon.guard.policy.schema;

import dev.tenon.internal.concurrent.BoundedCache;
import dev.tenon.json.Json;
import dev.tenon.schema.Schema;
import dev.tenon.schema.SchemaException;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Compiled schemas by key; the least recently used is evicted. */
final class CompiledSchemaCache {
    private final BoundedCache<String, CachedSchema> entries;

    CompiledSchemaCache(int maxSchemas) {
        this.entries = BoundedCache.<String, CachedSchema>builder(maxSchemas).build();
    }

    private record CachedSchema(
            Json source, @Nullable Schema schema, @Nullable SchemaException problem) {}

    /**
     * Returns the compiled schema; compiles it if it is new for this key or has changed.
     *
     * @throws SchemaException if the schema is invalid or not supported
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

    /** Returns whether both texts are equal byte by byte. */
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
