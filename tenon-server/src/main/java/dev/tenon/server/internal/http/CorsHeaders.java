package dev.tenon.server.internal.http;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a browser has to be told so that a page of an allowed origin can use the server. */
final class CorsHeaders {
    private static final String ORIGIN = "Access-Control-Allow-Origin";

    private CorsHeaders() {}

    static Map<String, String> preflightHeaders(String origin, @Nullable String wantedHeaders) {
        Map<String, String> headers = new LinkedHashMap<>(responseHeaders(origin));
        headers.put("Access-Control-Allow-Methods", "GET, POST, DELETE");
        headers.put("Access-Control-Max-Age", "600");
        if (wantedHeaders != null) {
            headers.put("Access-Control-Allow-Headers", wantedHeaders);
        }
        return headers;
    }

    /** Headers of the answer to a page of an allowed origin. */
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
