package dev.tenon.server.http;

import dev.tenon.http.HeaderFields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The head of an HTTP request, as provided by the container. */
public interface HttpRequestHead {
    /** Returns the method in upper case. */
    String method();

    /** Returns the path without the query, as the client sent it. */
    String path();

    /** Returns the raw query without the question mark, or null. */
    @Nullable String query();

    /** Returns the headers; they must stay readable until the response is complete. */
    HeaderFields headers();

    /** Returns the address of the peer, for logs. */
    String remoteAddress();

    /** Returns the IP address of the peer, without its port. */
    String remoteIpAddress();

    /** Returns the values of a header joined with {@code ", "}, or null if it is absent. */
    default @Nullable String header(String name) {
        List<String> values = headers().allValues(name);
        if (values.size() == 1) {
            return values.get(0);
        }
        return values.isEmpty() ? null : String.join(", ", values);
    }
}
