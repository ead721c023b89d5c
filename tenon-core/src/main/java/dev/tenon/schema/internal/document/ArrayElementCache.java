package dev.tenon.schema.internal.document;

import dev.tenon.json.Json;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Caches the elements of the lists within one value: each list is read once, however many paths lead through it. */
public final class ArrayElementCache {
    private final IdentityHashMap<Json, List<Json>> known = new IdentityHashMap<>();

    /** The element of the list, or null when it has none there. */
    @Nullable public Json get(Json list, int index) {
        List<Json> elements = known.computeIfAbsent(list, Json::elements);
        return index < elements.size() ? elements.get(index) : null;
    }
}
