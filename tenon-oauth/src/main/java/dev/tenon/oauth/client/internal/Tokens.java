package dev.tenon.oauth.client.internal;

import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
import dev.tenon.oauth.client.Login;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What an authorization server gave for one server.
 *
 * @param issuer which one gave it, and may have the refresh token back
 * @param resource what the tokens were asked for
 * @param clientId which client they were given to
 * @param expires when the access token expires, or null when that was not said
 * @param granted the scopes that it has, as far as is known
 * @param asked all scopes that were asked for so far, or null when none were named
 * @param dpopKey the key that the tokens are bound to, as a private JWK, or null
 */
record Tokens(
        String issuer,
        String resource,
        String clientId,
        String access,
        @Nullable String refresh,
        @Nullable Instant expires,
        Set<String> granted,
        @Nullable Set<String> asked,
        @Nullable String dpopKey) {
    boolean isBound() {
        return dpopKey != null;
    }

    /** Whether the access token is no longer good at that moment, or soon. */
    boolean isOver(Instant now, Duration early) {
        return expires != null && !now.plus(early).isBefore(expires);
    }

    /** The same with nothing to refresh it by. */
    Tokens withoutRefresh() {
        return new Tokens(issuer, resource, clientId, access, null, expires, granted, asked, dpopKey);
    }

    Login login() {
        return new Login(issuer, clientId, granted, expires, refresh != null);
    }

    /** For the store. */
    String write() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("issuer", issuer);
        all.put("resource", resource);
        all.put("client_id", clientId);
        all.put("access_token", access);
        put(all, "refresh_token", refresh);
        put(all, "expires", expires == null ? null : expires.toString());
        all.put("granted", granted);
        put(all, "asked", asked);
        put(all, "dpop_key", dpopKey);
        return Json.of(all).toString();
    }

    private static void put(Map<String, Object> all, String name, @Nullable Object value) {
        if (value != null) {
            all.put(name, value);
        }
    }

    /**
     * From the store.
     *
     * @throws RuntimeException when it is nothing that was written so
     */
    static Tokens read(String text) {
        Json json = Json.parse(text);
        String expires = string(json, "expires");
        Json asked = json.get("asked");
        return new Tokens(
                needed(json, "issuer"),
                needed(json, "resource"),
                needed(json, "client_id"),
                needed(json, "access_token"),
                string(json, "refresh_token"),
                expires == null ? null : Instant.parse(expires),
                set(json.get("granted")),
                asked == null ? null : set(asked),
                string(json, "dpop_key"));
    }

    private static Set<String> set(@Nullable Json list) {
        Set<String> all = new LinkedHashSet<>();
        if (list != null && list.kind() == JsonKind.ARRAY) {
            list.elements().forEach(element -> all.add(String.valueOf(element.string())));
        }
        return all;
    }

    private static @Nullable String string(Json json, String name) {
        Json value = json.get(name);
        return value == null ? null : value.string();
    }

    private static String needed(Json json, String name) {
        String value = string(json, name);
        if (value == null) {
            throw new IllegalArgumentException("There is no " + name);
        }
        return value;
    }

    /** Without the tokens. */
    @Override
    public String toString() {
        return "Tokens[of " + issuer + " for " + resource + "]";
    }
}
