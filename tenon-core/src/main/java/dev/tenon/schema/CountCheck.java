package dev.tenon.schema;

import dev.tenon.json.Json;

/** How many members an object may have. */
record CountCheck(int least, int most) implements Check {
    @Override
    public boolean holds(Json value, Allowance allowance) {
        int count = allowance.reading(value.size(), 1) ? value.members().size() : -1;
        return count >= least && count <= most;
    }
}
