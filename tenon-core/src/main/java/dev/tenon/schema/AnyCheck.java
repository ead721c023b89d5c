package dev.tenon.schema;

import dev.tenon.json.Json;

/** {@code anyOf}. */
record AnyCheck(Check[] checks) implements Check {
    @Override
    public boolean holds(Json value, Allowance allowance) {
        for (Check check : checks) {
            if (check.holds(value, allowance)) {
                return true;
            }
        }
        return false;
    }
}
