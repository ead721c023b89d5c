package dev.tenon.schema.internal.fastpath;

import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Combines the checks of a schema, grouped by the kind of value that they apply to. The checks are added later, since
 * schemas may refer to each other.
 */
final class CompositeCheck implements ValueCheck {
    private final Map<JsonKind, List<ValueCheck>> checks = new EnumMap<>(JsonKind.class);

    /** Adds a check for values of one kind. */
    void add(JsonKind kind, ValueCheck check) {
        checks.computeIfAbsent(kind, k -> new ArrayList<>()).add(check);
    }

    /** Adds a check for values of every kind. */
    void add(ValueCheck check) {
        for (JsonKind kind : JsonKind.values()) {
            add(kind, check);
        }
    }

    @Override
    public boolean isSatisfiedBy(Json value, StepBudget budget) {
        List<ValueCheck> applicable = checks.getOrDefault(value.kind(), List.of());
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
