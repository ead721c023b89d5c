package dev.tenon.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a text may be completed to (server utilities, completion).
 *
 * @param values whole values, the best first; at most {@value #MOST_VALUES}
 * @param total how many there are in all, or null when that is not known
 * @param hasMore whether there are more than these, or null when that is not said
 */
public record Completion(
        List<String> values, @Nullable Long total, @Nullable Boolean hasMore) {
    /** How many values one answer carries at most. */
    public static final int MOST_VALUES = 100;

    /** Nothing to offer. */
    public static final Completion NONE = new Completion(List.of(), null, null);

    public Completion {
        values = List.copyOf(values);
        if (values.size() > MOST_VALUES) {
            throw new IllegalArgumentException("A completion carries at most " + MOST_VALUES + " values, not "
                    + values.size() + ". Use Completion.of, which keeps the first ones");
        }
        if (total != null && total < 0) {
            throw new IllegalArgumentException("total must be 0 or more, not " + total);
        }
    }

    /** The first {@value #MOST_VALUES} of all values there are. */
    public static Completion of(List<String> all) {
        boolean more = all.size() > MOST_VALUES;
        return new Completion(more ? all.subList(0, MOST_VALUES) : all, (long) all.size(), more);
    }
}
