package dev.tenon.guard.policy;

import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import java.util.List;
import java.util.Map;

/** Changes of single members; all others stay as they came, to the letter and in their order. */
public final class Members {
    private Members() {}

    /** The object with other values for members that it has. */
    public static Json with(Json object, Map<String, Json> changed) {
        JsonWriter out = new JsonWriter(object.size() + 64).object();
        object.members().forEach((name, value) -> out.name(name).value(changed.getOrDefault(name, value)));
        return out.endObject().toJson();
    }

    /** An array of those values. */
    public static Json array(List<Json> values) {
        JsonWriter out = new JsonWriter().array();
        values.forEach(out::value);
        return out.endArray().toJson();
    }
}
