package dev.tenon.schema;

import dev.tenon.json.Json;

/** {@code if}, {@code then} and {@code else}. */
record IfCheck(Check condition, Check then, Check otherwise) implements Check {
    @Override
    public boolean holds(Json value, Allowance allowance) {
        return (condition.holds(value, allowance) ? then : otherwise).holds(value, allowance);
    }
}
