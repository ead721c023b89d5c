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
 * @param expires when the secret expires, or null when it does not
 */
record Registration(Client client, URI redirect, @Nullable Instant expires) {

    String write() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("client_id", client.id());
        if (client.secret() != null) {
            all.put("client_secret", client.secret());
        }
        all.put("method", client.method().wireName());
        all.put("redirect", redirect.toString());
        if (!client.isForgettable()) {
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
        Client client = new Client(
                String.valueOf(json.string("client_id")),
                AuthMethod.of(String.valueOf(json.string("method"))).orElseThrow(),
                json.string("client_secret"),
                null,
                json.get("kept") == null);
        URI redirect = URI.create(String.valueOf(json.string("redirect")));
        return new Registration(client, redirect, expires == null ? null : Instant.parse(expires));
    }
}
