package dev.tenon.schema;

import dev.tenon.json.JsonKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Collects what a schema asks of each kind of value. */
final class KindChecks {
    private static final Check[] NEVER = {Check.NEVER};

    private final Map<JsonKind, List<Check>> checks = new EnumMap<>(JsonKind.class);

    KindChecks() {
        for (JsonKind kind : JsonKind.values()) {
            checks.put(kind, new ArrayList<>());
        }
    }

    /** Adds what is asked of values of one kind. */
    void add(JsonKind kind, Check check) {
        checks.getOrDefault(kind, List.of()).add(check);
    }

    /** Adds what is asked of every value. */
    void add(Check check) {
        checks.values().forEach(list -> list.add(check));
    }

    /** What is asked of values of that kind. */
    Check[] of(JsonKind kind) {
        List<Check> asked = checks.getOrDefault(kind, List.of());
        return asked.contains(Check.NEVER) ? NEVER : asked.toArray(new Check[0]);
    }
}
