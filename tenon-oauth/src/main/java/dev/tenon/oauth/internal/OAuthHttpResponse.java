package dev.tenon.oauth.internal;

import dev.tenon.http.MediaTypes;
import dev.tenon.json.Json;
import dev.tenon.json.JsonException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a request, whole.
 *
 * @param headers names in any case
 * @param body the content, without its transfer coding
 */
public record OAuthHttpResponse(int status, Map<String, List<String>> headers, byte[] body) {
    /** The body as text in UTF-8. */
    public String bodyText() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /** Whether the status is of the class 2xx. */
    public boolean isSuccess() {
        return status / 100 == 2;
    }

    /** Whether the body is said to be JSON. */
    public boolean isJson() {
        String type = header("content-type");
        String essence = type == null ? "" : type.split(";", 2)[0].strip();
        return MediaTypes.isJson(headerValues("content-type")) || essence.endsWith("+json");
    }

    /** The first value of a header, or null. */
    public @Nullable String header(String name) {
        List<String> values = headerValues(name);
        return values.isEmpty() ? null : values.get(0);
    }

    /** All values of a header. */
    public List<String> headerValues(String name) {
        return headers.entrySet().stream()
                .filter(entry -> entry.getKey().equalsIgnoreCase(name))
                .findFirst()
                .map(Map.Entry::getValue)
                .orElse(List.of());
    }

    /** The body as a JSON object, or null when it is none, or when the answer is no success. */
    public @Nullable Json jsonObject() {
        if (!isSuccess() || !isJson()) {
            return null;
        }
        try {
            Json json = Json.parse(bodyText());
            return json.isObject() ? json : null;
        } catch (JsonException e) {
            return null;
        }
    }

    /** Without the body, which may hold tokens. */
    @Override
    public String toString() {
        return "WebAnswer[" + status + "]";
    }
}
