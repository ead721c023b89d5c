package dev.tenon.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The possible values of an argument (server utilities, completion).
 *
 * @param values complete values, best match first; at most {@value #MAX_VALUES}
 * @param total the number of all values, or null if unknown
 * @param hasMore whether there are further values, or null if unspecified
 */
public record Completion(
        List<String> values, @Nullable Long total, @Nullable Boolean hasMore) {
    /** The largest number of values in one result. */
    public static final int MAX_VALUES = 100;

    /** A completion without values. */
    public static final Completion NONE = new Completion(List.of(), null, null);

    public Completion {
        values = List.copyOf(values);
        if (values.size() > MAX_VALUES) {
            throw new IllegalArgumentException("A completion carries at most " + MAX_VALUES + " values, not "
                    + values.size() + ". Use Completion.of, which keeps the first ones");
        }
        if (total != null && total < 0) {
            throw new IllegalArgumentException("total must be 0 or more, not " + total);
        }
    }

    /** Creates a completion from all values, keeping the first {@value #MAX_VALUES}. */
    public static Completion of(List<String> all) {
        boolean more = all.size() > MAX_VALUES;
        return new Completion(more ? all.subList(0, MAX_VALUES) : all, (long) all.size(), more);
    }
}
