package dev.tenon.schema;

import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** {@code uniqueItems}, for lists that are short and hold no lists or objects; others are left to the validator. */
final class Unique {
    private static final int MOST = 100;

    /** All elements together, in bytes: with made-up texts each may have to be compared with each. */
    private static final int LARGEST = 16 << 10;

    private Unique() {}

    static boolean areUnique(Json list, List<Json> elements, Allowance allowance) {
        if (list.size() > LARGEST || elements.size() > MOST || !allowance.reading(list.size(), 1 + elements.size())) {
            return allowance.giveUp();
        }
        Set<Json> seen = new HashSet<>();
        for (Json element : elements) {
            if (element.isObject() || element.kind() == JsonKind.ARRAY) {
                return allowance.giveUp();
            }
            if (!seen.add(element)) {
                return false;
            }
        }
        return true;
    }
}
