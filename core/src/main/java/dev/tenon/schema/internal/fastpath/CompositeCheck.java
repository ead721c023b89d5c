package dev.tenon.schema.internal.fastpath;

import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Combines the checks of a schema, grouped by the kind of value that they apply to. */
final class CompositeCheck implements ValueCheck {
    private final Map<JsonKind, List<ValueCheck>> checks = new EnumMap<>(JsonKind.class);

    /** Creates a check without conditions. They are added later, since schemas may refer to each other. */
    CompositeCheck() {
        for (JsonKind kind : JsonKind.values()) {
            checks.put(kind, new ArrayList<>());
        }
    }

    /** Adds a check for values of one kind. */
    void add(JsonKind kind, ValueCheck check) {
        checksFor(kind).add(check);
    }

    /** Adds a check for values of every kind. */
    void add(ValueCheck check) {
        checks.values().forEach(list -> list.add(check));
    }

    private List<ValueCheck> checksFor(JsonKind kind) {
        return checks.getOrDefault(kind, List.of());
    }

    @Override
    public boolean isSatisfiedBy(Json value, StepBudget budget) {
        List<ValueCheck> applicable = checksFor(value.kind());
        if (applicable.isEmpty()) {
            return budget.trySpend(1);
        }
        boolean satisfied = budget.tryEnterSchemaAndSpend(1 + applicable.size());
        for (int i = 0; satisfied && i < applicable.size(); i++) {
            satisfied = applicable.get(i).isSatisfiedBy(value, budget);
        }
        budget.exitSchema();
        return satisfied;
    }
}
