package dev.tenon.schema;

import dev.tenon.json.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The elements of an array.
 *
 * @param least how many there must be
 * @param most how many there may be
 * @param unique whether none may be there twice
 * @param first what is asked of each of the first ones
 * @param others what is asked of the ones after these; null when they may be anything
 */
record ArrayCheck(
        int least,
        int most,
        boolean unique,
        Check[] first,
        @Nullable Check others) implements Check {
    @Override
    public boolean holds(Json value, Allowance allowance) {
        if (!allowance.reading(value.size(), 1)) {
            return false;
        }
        List<Json> elements = value.elements();
        return elements.size() >= least
                && elements.size() <= most
                && each(elements, allowance)
                && (!unique || Unique.areUnique(value, elements, allowance));
    }

    private boolean each(List<Json> elements, Allowance allowance) {
        int end = others == null ? Math.min(first.length, elements.size()) : elements.size();
        for (int i = 0; i < end; i++) {
            Check asked = i < first.length ? first[i] : others;
            if (asked != null && !asked.holds(elements.get(i), allowance)) {
                return false;
            }
        }
        return true;
    }
}
