package dev.tenon.server;

import dev.tenon.http.HeaderFields;
import dev.tenon.server.http.HttpOptions;
import dev.tenon.server.http.HttpRequestHead;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The head of a request to the endpoint, as an HTTP server would have parsed it. */
public record FakeRequestHead(String method, String remoteIpAddress, HeaderFields headers) implements HttpRequestHead {
    private static final Map<String, String> JSON = Map.of(
            "host", "127.0.0.1",
            "content-type", "application/json",
            "accept", "application/json, text/event-stream");

    /**
     * Returns the head of a request from this machine with the required headers, and the session header unless it is
     * null.
     */
    public static FakeRequestHead json(String method, @Nullable String session) {
        return new FakeRequestHead(method, "127.0.0.1", name -> {
            String value = name.equalsIgnoreCase("mcp-session-id") ? session : JSON.get(name.toLowerCase(Locale.ROOT));
            return value == null ? List.of() : List.of(value);
        });
    }

    @Override
    public String path() {
        return HttpOptions.DEFAULT.path();
    }

    @Override
    public @Nullable String query() {
        return null;
    }

    @Override
    public String remoteAddress() {
        return remoteIpAddress + ":1234";
    }
}
