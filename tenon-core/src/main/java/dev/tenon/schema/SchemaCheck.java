package dev.tenon.schema;

import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** All that one schema asks, sorted by the kinds of value: what cannot concern a value is not even looked at. */
final class SchemaCheck implements Check {
    private final Map<JsonKind, List<Check>> checks = new EnumMap<>(JsonKind.class);

    /** A check that asks nothing yet: it is filled later, since schemas refer to each other. */
    SchemaCheck() {
        for (JsonKind kind : JsonKind.values()) {
            checks.put(kind, new ArrayList<>());
        }
    }

    /** Adds what is asked of values of one kind. */
    void add(JsonKind kind, Check check) {
        of(kind).add(check);
    }

    /** Adds what is asked of every value. */
    void add(Check check) {
        checks.values().forEach(asked -> asked.add(check));
    }

    private List<Check> of(JsonKind kind) {
        return checks.getOrDefault(kind, List.of());
    }

    @Override
    public boolean holds(Json value, Allowance allowance) {
        List<Check> asked = of(value.kind());
        if (asked.isEmpty()) {
            return allowance.steps(1);
        }
        boolean fits = allowance.enter(1 + asked.size());
        for (int i = 0; fits && i < asked.size(); i++) {
            fits = asked.get(i).holds(value, allowance);
        }
        allowance.leave();
        return fits;
    }
}
