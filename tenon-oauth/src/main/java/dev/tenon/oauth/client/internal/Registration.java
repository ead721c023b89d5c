package dev.tenon.oauth.client.internal;

import dev.tenon.json.Json;
import dev.tenon.oauth.client.AuthMethod;
import java.net.URI;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What came of a dynamic registration.
 *
 * @param redirect the redirect URI that was registered
 * @param isKept whether it was registered by somebody else, and is only kept here
 * @param expires when the secret expires, or null when it does not
 */
record Registration(
        String clientId,
        @Nullable String secret,
        AuthMethod method,
        URI redirect,
        boolean isKept,
        @Nullable Instant expires) {
    Client client() {
        return new Client(clientId, method, secret, null, !isKept);
    }

    String write() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("client_id", clientId);
        if (secret != null) {
            all.put("client_secret", secret);
        }
        all.put("method", method.wireName());
        all.put("redirect", redirect.toString());
        if (isKept) {
            all.put("kept", true);
        }
        if (expires != null) {
            all.put("expires", expires.toString());
        }
        return Json.of(all).toString();
    }

    /**
     * From the store.
     *
     * @throws RuntimeException when it is nothing that was written so
     */
    static Registration read(String text) {
        Json json = Json.parse(text);
        String expires = json.string("expires");
        return new Registration(
                String.valueOf(json.string("client_id")),
                json.string("client_secret"),
                AuthMethod.of(String.valueOf(json.string("method"))).orElseThrow(),
                URI.create(String.valueOf(json.string("redirect"))),
                json.get("kept") != null,
                expires == null ? null : Instant.parse(expires));
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return "Registration[" + clientId + "]";
    }
}
