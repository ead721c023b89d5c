package dev.tenon.schema.internal.fastpath;

import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** All that one schema asks, sorted by the kinds of value: what cannot concern a value is not even looked at. */
final class CompositeCheck implements ValueCheck {
    private final Map<JsonKind, List<ValueCheck>> checks = new EnumMap<>(JsonKind.class);

    /** A check that asks nothing yet: it is filled later, since schemas refer to each other. */
    CompositeCheck() {
        for (JsonKind kind : JsonKind.values()) {
            checks.put(kind, new ArrayList<>());
        }
    }

    /** Adds what is asked of values of one kind. */
    void add(JsonKind kind, ValueCheck check) {
        checksFor(kind).add(check);
    }

    /** Adds what is asked of every value. */
    void add(ValueCheck check) {
        checks.values().forEach(asked -> asked.add(check));
    }

    private List<ValueCheck> checksFor(JsonKind kind) {
        return checks.getOrDefault(kind, List.of());
    }

    @Override
    public boolean isSatisfiedBy(Json value, StepBudget allowance) {
        List<ValueCheck> asked = checksFor(value.kind());
        if (asked.isEmpty()) {
            return allowance.trySpend(1);
        }
        boolean fits = allowance.tryEnter(1 + asked.size());
        for (int i = 0; fits && i < asked.size(); i++) {
            fits = asked.get(i).isSatisfiedBy(value, allowance);
        }
        allowance.exit();
        return fits;
    }
}
