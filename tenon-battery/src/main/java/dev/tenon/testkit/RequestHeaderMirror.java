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
 * The headers of 2026-07-28 that repeat the body, as far as there is anything to repeat: so that what is refused is
 * refused for its body.
 */
final class RequestHeaderMirror {
    private static final String VERSION = "MCP-Protocol-Version";

    /** No server takes headers of any length. */
    private static final int LONGEST = 4000;

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
        // Never encoded: that is for names and arguments.
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
        return value.length() <= LONGEST;
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
