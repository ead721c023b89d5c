package dev.tenon.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.http.HeaderValueCodec;
import dev.tenon.json.Json;
import dev.tenon.json.JsonException;
import dev.tenon.model.Revision;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Creates the headers of 2026-07-28 that mirror the body, if the body contains the values, so that a request is
 * rejected for its body and not for missing headers.
 */
final class RequestHeaderMirror {
    private static final String VERSION = "MCP-Protocol-Version";

    /** Servers limit the length of headers. */
    private static final int MAX_VALUE_CHARS = 4000;

    private RequestHeaderMirror() {}

    static Map<String, String> of(byte[] message) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put(VERSION, Revision.newest().wireName());
        Json json;
        try {
            json = Json.parse(new String(message, UTF_8));
        } catch (JsonException e) {
            return headers;
        }
        // The method is never encoded; only names and arguments are.
        String method = textMember(json, "method");
        if (method != null
                && !method.isEmpty()
                && isShortEnough(method)
                && HeaderValueCodec.encode(method).equals(method)) {
            headers.put("Mcp-Method", method);
        }
        Json params = json.get("params");
        if (params != null) {
            String uri = textMember(params, "uri");
            putHeader(headers, "Mcp-Name", uri == null ? textMember(params, "name") : uri);
            Json meta = params.get("_meta");
            putHeader(
                    headers,
                    VERSION,
                    meta == null ? null : textMember(meta, "io.modelcontextprotocol/protocolVersion"));
        }
        return headers;
    }

    private static boolean isShortEnough(String value) {
        return value.length() <= MAX_VALUE_CHARS;
    }

    private static @Nullable String textMember(Json object, String member) {
        Json value = object.get(member);
        return value == null ? null : value.string();
    }

    private static void putHeader(Map<String, String> headers, String name, @Nullable String value) {
        if (value != null && isShortEnough(value)) {
            headers.put(name, HeaderValueCodec.encode(value));
        }
    }
}
