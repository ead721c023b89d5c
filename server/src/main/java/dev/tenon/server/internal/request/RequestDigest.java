package dev.tenon.server.internal.request;

import dev.tenon.internal.text.Sha256;
import dev.tenon.json.Json;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Computes a digest of a request: of its method and the params that are the same in all rounds. */
public final class RequestDigest {
    private static final Set<String> CHANGING_MEMBERS = Set.of("_meta", "inputResponses", "requestState");

    private RequestDigest() {}

    /** Returns the digest; it does not depend on the order of members. */
    public static String of(String method, @Nullable Json params) {
        StringBuilder text = new StringBuilder(method).append('\n');
        if (params != null) {
            Map<String, Json> stableParams = new TreeMap<>(params.members());
            stableParams.keySet().removeAll(CHANGING_MEMBERS);
            stableParams.forEach((name, value) -> {
                text.append(Json.of(name)).append(':');
                appendCanonical(value, text);
            });
        }
        return Sha256.base64Url(text.toString());
    }

    private static void appendCanonical(Json json, StringBuilder text) {
        switch (json.kind()) {
            case OBJECT -> {
                text.append('{');
                new TreeMap<>(json.members()).forEach((name, value) -> {
                    text.append(Json.of(name)).append(':');
                    appendCanonical(value, text);
                    text.append(',');
                });
                text.append('}');
            }
            case ARRAY -> {
                text.append('[');
                json.elements().forEach(element -> {
                    appendCanonical(element, text);
                    text.append(',');
                });
                text.append(']');
            }
            case NUMBER -> text.append(Objects.requireNonNull(json.number()).stripTrailingZeros());
            case STRING -> text.append(Json.of(json.string()));
            case BOOLEAN, NULL -> text.append(json);
        }
    }
}
