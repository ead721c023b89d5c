package dev.tenon.oauth.client.internal.store;

import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import dev.tenon.oauth.client.TokenEndpointAuthMethod;
import java.net.URI;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The result of a dynamic registration, or a stored configured client.
 *
 * @param redirect the registered redirect URI
 * @param expires when the secret expires, or null if it does not
 */
public record StoredRegistration(
        ClientIdentity client, URI redirect, @Nullable Instant expires) {

    String serialize() {
        return new JsonWriter()
                .beginObject()
                .fieldUnlessNull("client_id", client.id())
                .fieldUnlessNull("client_secret", client.secret())
                .fieldUnlessNull("method", client.method().wireName())
                .fieldUnlessNull("redirect", redirect.toString())
                .fieldUnlessNull("kept", client.isDynamic() ? null : Boolean.TRUE)
                .fieldUnlessNull("expires", expires == null ? null : expires.toString())
                .endObject()
                .toJson()
                .toString();
    }

    /**
     * Parses the text from the store.
     *
     * @throws RuntimeException if {@link #serialize} did not write the text
     */
    static StoredRegistration parse(String text) {
        Json json = Json.parse(text);
        String expires = json.string("expires");
        ClientIdentity client = new ClientIdentity(
                String.valueOf(json.string("client_id")),
                TokenEndpointAuthMethod.of(String.valueOf(json.string("method")))
                        .orElseThrow(),
                json.string("client_secret"),
                null,
                json.get("kept") == null);
        URI redirect = URI.create(String.valueOf(json.string("redirect")));
        return new StoredRegistration(client, redirect, expires == null ? null : Instant.parse(expires));
    }
}
