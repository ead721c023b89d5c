package dev.tenon.http;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The headers of a request or response, whichever library received it. */
@FunctionalInterface
public interface HeaderFields {
    /** The values of every header of that name, without regard to case, in their order; empty when there is none. */
    List<String> allValues(String name);

    /** The value of the first header of that name, or null when there is none. */
    default @Nullable String firstValue(String name) {
        List<String> values = allValues(name);
        return values.isEmpty() ? null : values.get(0);
    }
}
