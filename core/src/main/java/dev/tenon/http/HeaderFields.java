package dev.tenon.http;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The headers of a request or response, independent of the HTTP library. */
@FunctionalInterface
public interface HeaderFields {
    /** Returns the values of all headers with a name, ignoring case, in order; empty without such a header. */
    List<String> allValues(String name);

    /** Returns the value of the first header with a name, or null without such a header. */
    default @Nullable String firstValue(String name) {
        List<String> values = allValues(name);
        return values.isEmpty() ? null : values.get(0);
    }
}
