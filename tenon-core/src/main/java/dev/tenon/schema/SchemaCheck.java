package dev.tenon.schema;

import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
import java.util.EnumMap;
import java.util.Map;

/** All that one schema asks, sorted by the kinds of value: what cannot concern a value is not even looked at. */
final class SchemaCheck implements Check {
    private static final Check[] NONE = {};

    /** Filled after it was made, since schemas refer to each other. */
    private final Map<JsonKind, Check[]> checks = new EnumMap<>(JsonKind.class);

    void fill(KindChecks found) {
        for (JsonKind kind : JsonKind.values()) {
            checks.put(kind, found.of(kind));
        }
    }

    @Override
    public boolean holds(Json value, Allowance allowance) {
        Check[] asked = checks.getOrDefault(value.kind(), NONE);
        if (asked.length == 0) {
            return allowance.steps(1);
        }
        boolean fits = allowance.enter(1 + asked.length);
        for (int i = 0; fits && i < asked.length; i++) {
            fits = asked[i].holds(value, allowance);
        }
        allowance.leave();
        return fits;
    }
}
