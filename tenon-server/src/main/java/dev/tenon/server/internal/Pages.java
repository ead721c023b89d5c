package dev.tenon.server.internal;

import dev.tenon.http.HeaderNames;
import dev.tenon.server.Authenticator;
import dev.tenon.server.HttpHead;
import dev.tenon.server.HttpOptions;
import dev.tenon.server.HttpReply;
import dev.tenon.server.PublicPage;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The pages that everybody may see. They hold nothing secret, so pages of every origin may read them (CORS). */
final class Pages {
    private static final byte[] EMPTY = new byte[0];

    private final Map<String, PublicPage> byPath = new LinkedHashMap<>();

    private Pages(List<PublicPage> pages, @Nullable Authenticator authenticator) {
        pages.forEach(page -> byPath.put(page.path(), page));
        if (authenticator != null) {
            authenticator.pages().forEach(page -> byPath.put(page.path(), page));
        }
    }

    static Pages of(HttpOptions options) {
        Pages pages = new Pages(options.pages(), options.authenticator());
        if (options.paths().stream().anyMatch(pages::serves)) {
            throw new IllegalArgumentException("A public page cannot have a path of the endpoint: " + options.paths());
        }
        return pages;
    }

    boolean serves(String path) {
        return byPath.containsKey(path);
    }

    List<String> paths() {
        return List.copyOf(byPath.keySet());
    }

    void answer(HttpHead head, HttpReply reply) {
        PublicPage page = byPath.get(head.path());
        if (page == null) {
            throw new IllegalStateException("No page at " + head.path());
        }
        switch (head.method()) {
            case "GET" ->
                reply.send(
                        HttpAnswers.OK,
                        headers(HeaderNames.CONTENT_TYPE, page.contentType()),
                        page.content().getBytes(StandardCharsets.UTF_8));
            case "HEAD" -> reply.send(HttpAnswers.OK, headers(HeaderNames.CONTENT_TYPE, page.contentType()), EMPTY);
            case "OPTIONS" -> reply.send(HttpAnswers.NO_CONTENT, preflight(head), EMPTY);
            default -> reply.send(HttpAnswers.NOT_ALLOWED, headers(HeaderNames.ALLOW, "GET, HEAD"), EMPTY);
        }
    }

    private static Map<String, String> preflight(HttpHead head) {
        Map<String, String> headers = new LinkedHashMap<>(headers(HeaderNames.ALLOW, "GET, HEAD"));
        headers.put("Access-Control-Allow-Methods", "GET");
        String wanted = head.header("Access-Control-Request-Headers");
        if (wanted != null) {
            // Clients in browsers send MCP-Protocol-Version here as well.
            headers.put("Access-Control-Allow-Headers", wanted);
        }
        return headers;
    }

    private static Map<String, String> headers(String name, String value) {
        return Map.of("Access-Control-Allow-Origin", "*", name, value);
    }
}
