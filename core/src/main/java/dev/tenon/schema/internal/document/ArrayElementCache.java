package dev.tenon.schema.internal.document;

import dev.tenon.json.Json;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Caches the elements of the arrays within one value, so that each array is parsed once, however many paths cross it.
 */
public final class ArrayElementCache {
    private final IdentityHashMap<Json, List<Json>> cachedElements = new IdentityHashMap<>();

    /** Returns the element at an index, or null when the array is shorter. */
    @Nullable public Json get(Json array, int index) {
        List<Json> elements = cachedElements.computeIfAbsent(array, Json::elements);
        return index < elements.size() ? elements.get(index) : null;
    }
}
