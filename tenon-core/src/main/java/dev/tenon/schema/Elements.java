package dev.tenon.schema;

import dev.tenon.json.Json;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The elements of the lists that ways into one value lead through: each list is read once, however many ways there are. */
final class Elements {
    private final IdentityHashMap<Json, List<Json>> known = new IdentityHashMap<>();

    /** The element of the list, or null when it has none there. */
    @Nullable Json of(Json list, int index) {
        List<Json> elements = known.computeIfAbsent(list, Json::elements);
        return index < elements.size() ? elements.get(index) : null;
    }
}
