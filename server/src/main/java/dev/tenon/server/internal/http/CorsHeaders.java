package dev.tenon.server.internal.http;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The CORS headers that let a page of an allowed origin use the server. */
final class CorsHeaders {
    private static final String ORIGIN = "Access-Control-Allow-Origin";

    private CorsHeaders() {}

    static Map<String, String> preflightHeaders(String origin, @Nullable String requestedHeaders) {
        Map<String, String> headers = new LinkedHashMap<>(responseHeaders(origin));
        headers.put("Access-Control-Allow-Methods", "GET, POST, DELETE");
        headers.put("Access-Control-Max-Age", "600");
        if (requestedHeaders != null) {
            headers.put("Access-Control-Allow-Headers", requestedHeaders);
        }
        return headers;
    }

    /** Returns the headers of a response to a page of an allowed origin. */
    static Map<String, String> responseHeaders(String origin) {
        return Map.of(
                ORIGIN,
                origin,
                "Vary",
                "Origin",
                "Access-Control-Expose-Headers",
                "Mcp-Session-Id, WWW-Authenticate, DPoP-Nonce");
    }
}
