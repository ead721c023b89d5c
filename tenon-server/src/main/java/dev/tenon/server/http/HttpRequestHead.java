package dev.tenon.server.http;

import dev.tenon.http.HeaderFields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The beginning of an HTTP request, before its body, as the container sees it. */
public interface HttpRequestHead {
    /** The method in upper case. */
    String method();

    /** The path without query, as it was sent. */
    String path();

    /** The raw query without the question mark, or null. */
    @Nullable String query();

    /** The headers; must stay readable until the answer is complete. */
    HeaderFields headers();

    /** The address of the other side, for logs. */
    String remoteAddress();

    /** The IP address of the other side, without its port. */
    String remoteHost();

    /** The values of a header joined with {@code ", "}, or null when it is absent. */
    default @Nullable String header(String name) {
        List<String> values = headers().allValues(name);
        if (values.size() == 1) {
            return values.get(0);
        }
        return values.isEmpty() ? null : String.join(", ", values);
    }
}
