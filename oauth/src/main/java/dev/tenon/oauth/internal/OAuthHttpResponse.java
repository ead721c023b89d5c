package dev.tenon.oauth.internal;

import dev.tenon.http.MediaTypes;
import dev.tenon.json.Json;
import dev.tenon.json.JsonException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A complete HTTP response.
 *
 * @param headers the values by name; the case of the names is arbitrary
 * @param body the content without the transfer coding
 */
public record OAuthHttpResponse(int status, Map<String, List<String>> headers, byte[] body) {
    /** Returns the body as UTF-8 text. */
    public String bodyText() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /** Returns whether the status is 2xx. */
    public boolean isSuccess() {
        return status / 100 == 2;
    }

    /** Returns whether the content type is JSON. */
    public boolean isJson() {
        String type = header("content-type");
        String essence = type == null ? "" : type.split(";", 2)[0].strip();
        return MediaTypes.isJson(headerValues("content-type")) || essence.endsWith("+json");
    }

    /** Returns the first value of a header, or null. */
    public @Nullable String header(String name) {
        List<String> values = headerValues(name);
        return values.isEmpty() ? null : values.get(0);
    }

    /** Returns all values of a header. */
    public List<String> headerValues(String name) {
        return headers.entrySet().stream()
                .filter(entry -> entry.getKey().equalsIgnoreCase(name))
                .findFirst()
                .map(Map.Entry::getValue)
                .orElse(List.of());
    }

    /** Returns the body as a JSON object; null if it is not an object or the status is not 2xx. */
    public @Nullable Json jsonObjectOrNull() {
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

    /** Returns the status without the body, which can contain tokens. */
    @Override
    public String toString() {
        return "OAuthHttpResponse[" + status + "]";
    }
}
