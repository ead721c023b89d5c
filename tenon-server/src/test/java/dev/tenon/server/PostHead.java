package dev.tenon.server;

import dev.tenon.http.Headers;
import org.jspecify.annotations.Nullable;

/** The head of a POST to the endpoint, as an HTTP server would have read it. */
public record PostHead(String remoteHost, Headers headers) implements HttpHead {
    @Override
    public String method() {
        return "POST";
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
        return remoteHost + ":1234";
    }
}
