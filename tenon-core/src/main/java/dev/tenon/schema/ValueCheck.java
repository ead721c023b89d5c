package dev.tenon.schema;

import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
import java.util.List;
import java.util.Set;

/** {@code enum} and {@code const} for values of one kind. */
record ValueCheck(List<Json> allowed) implements Check {
    @Override
    public boolean holds(Json value, Allowance allowance) {
        if (value.kind() == JsonKind.NUMBER && Numbers.of(value, allowance) == null) {
            return false;
        }
        return allowance.reading(value.size(), allowed.size()) && allowed.contains(value);
    }

    /** The same for texts. */
    record Text(Set<String> allowed) implements Check {
        @Override
        public boolean holds(Json value, Allowance allowance) {
            return allowance.reading(value.size(), 1) && allowed.contains(String.valueOf(value.string()));
        }
    }
}
