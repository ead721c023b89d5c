package dev.tenon.oauth.client;

import org.jspecify.annotations.Nullable;

/**
 * A client that is known to an authorization server beforehand (client registration, section "Pre-registration"). It is used
 * with that one authorization server only: with the named issuer, or when none is named with the first one that the server
 * leads to, from then on.
 *
 * @param id the client's id
 * @param secret its secret, or null
 * @param key what it signs assertions with, or null
 * @param method how it authenticates, or null for what the authorization server supports
 * @param issuer the authorization server that knows it, or null for the first one
 */
public record RegisteredClient(
        String id,
        @Nullable String secret,
        @Nullable ClientKey key,
        @Nullable AuthMethod method,
        @Nullable String issuer) {
    public RegisteredClient {
        if (id.isBlank()) {
            throw new IllegalArgumentException("A registered client has an id");
        }
        if (method != null && !has(method, secret, key)) {
            throw new IllegalArgumentException("The client has nothing to authenticate with by " + method.wireName());
        }
    }

    private static boolean has(AuthMethod method, @Nullable String secret, @Nullable ClientKey key) {
        return switch (method) {
            case NONE -> true;
            case SECRET_BASIC, SECRET_POST -> secret != null;
            case PRIVATE_KEY_JWT -> key != null;
        };
    }

    /** A client without a secret. */
    public static RegisteredClient of(String id) {
        return new RegisteredClient(id, null, null, null, null);
    }

    /** With a secret. */
    public RegisteredClient withSecret(String changed) {
        return new RegisteredClient(id, changed, key, method, issuer);
    }

    /** With a key, for {@code private_key_jwt}. */
    public RegisteredClient withKey(ClientKey changed) {
        return new RegisteredClient(id, secret, changed, method, issuer);
    }

    /** Authenticating by this method, whatever the authorization server lists. */
    public RegisteredClient withMethod(AuthMethod changed) {
        return new RegisteredClient(id, secret, key, changed, issuer);
    }

    /** Known to this authorization server, by its issuer identifier. */
    public RegisteredClient withIssuer(String changed) {
        return new RegisteredClient(id, secret, key, method, changed);
    }

    /** Without secrets. */
    @Override
    public String toString() {
        return "RegisteredClient[" + id + (issuer == null ? "" : " at " + issuer) + "]";
    }
}
