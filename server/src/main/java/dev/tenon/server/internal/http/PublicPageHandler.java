package dev.tenon.server.internal.http;

import dev.tenon.http.HeaderNames;
import dev.tenon.server.http.HttpOptions;
import dev.tenon.server.http.HttpRequestHead;
import dev.tenon.server.http.HttpResponseWriter;
import dev.tenon.server.http.PublicPage;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Serves the public pages. They contain no secrets, so pages of every origin may read them (CORS). */
record PublicPageHandler(Map<String, PublicPage> byPath) {
    static PublicPageHandler of(HttpOptions options) {
        Map<String, PublicPage> byPath = new LinkedHashMap<>();
        options.pages().forEach(page -> byPath.put(page.path(), page));
        if (options.authenticator() != null) {
            options.authenticator().publicPages().forEach(page -> byPath.put(page.path(), page));
        }
        PublicPageHandler pages = new PublicPageHandler(byPath);
        if (options.endpointPaths().stream().anyMatch(pages::canServe)) {
            throw new IllegalArgumentException(
                    "A public page cannot have a path of the endpoint: " + options.endpointPaths());
        }
        return pages;
    }

    boolean canServe(String path) {
        return byPath.containsKey(path);
    }

    List<String> paths() {
        return List.copyOf(byPath.keySet());
    }

    void respond(HttpRequestHead head, HttpResponseWriter writer) {
        PublicPage page = byPath.get(head.path());
        if (page == null) {
            throw new IllegalStateException("No public page at path " + head.path());
        }
        Map<String, String> headers = withCorsHeader(HeaderNames.CONTENT_TYPE, page.contentType());
        Map<String, String> allow = withCorsHeader(HeaderNames.ALLOW, "GET, HEAD");
        switch (head.method()) {
            case "GET" -> writer.send(HttpResponses.OK, headers, page.content().getBytes(StandardCharsets.UTF_8));
            case "HEAD" -> HttpResponses.sendEmpty(writer, HttpResponses.OK, headers);
            // Browser clients ask here for MCP-Protocol-Version as well.
            case "OPTIONS" ->
                HttpResponses.sendEmpty(
                        writer, HttpResponses.NO_CONTENT, HttpResponses.preflightHeaders(head, allow, "GET"));
            default -> HttpResponses.sendEmpty(writer, HttpResponses.NOT_ALLOWED, allow);
        }
    }

    private static Map<String, String> withCorsHeader(String name, String value) {
        return Map.of("Access-Control-Allow-Origin", "*", name, value);
    }
}
