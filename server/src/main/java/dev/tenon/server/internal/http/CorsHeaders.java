package dev.tenon.server.internal.http;

import dev.tenon.server.http.HttpRequestHead;
import java.util.LinkedHashMap;
import java.util.Map;

/** The CORS headers that let a page of an allowed origin use the server. */
final class CorsHeaders {
    private CorsHeaders() {}

    /** Returns the headers of the response to a preflight. They allow all request headers that the preflight names. */
    static Map<String, String> preflightHeaders(
            HttpRequestHead head, Map<String, String> responseHeaders, String allowedMethods) {
        Map<String, String> headers = new LinkedHashMap<>(responseHeaders);
        headers.put("Access-Control-Allow-Methods", allowedMethods);
        String requestedHeaders = head.header("Access-Control-Request-Headers");
        if (requestedHeaders != null) {
            headers.put("Access-Control-Allow-Headers", requestedHeaders);
        }
        return headers;
    }

    /** Returns the headers of a response to a page of an allowed origin. */
    static Map<String, String> responseHeaders(String origin) {
        return Map.of(
                "Access-Control-Allow-Origin",
                origin,
                "Vary",
                "Origin",
                "Access-Control-Expose-Headers",
                "Mcp-Session-Id, WWW-Authenticate, DPoP-Nonce");
    }
}
