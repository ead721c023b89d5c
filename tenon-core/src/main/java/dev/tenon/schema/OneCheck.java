package dev.tenon.schema;

import dev.tenon.json.Json;

/** {@code oneOf}. */
record OneCheck(Check[] checks) implements Check {
    @Override
    public boolean holds(Json value, Allowance allowance) {
        boolean found = false;
        for (Check check : checks) {
            if (check.holds(value, allowance)) {
                if (found) {
                    return false;
                }
                found = true;
            }
        }
        return found;
    }
}
