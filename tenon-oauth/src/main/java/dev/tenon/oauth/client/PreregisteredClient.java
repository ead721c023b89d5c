package dev.tenon.oauth.client;

import org.jspecify.annotations.Nullable;

/**
 * A client that is known to an authorization server beforehand (client registration, section "Pre-registration"). It is
 * used with that one authorization server only: with the named issuer, or when none is named with the first one that
 * the server leads to, from then on.
 *
 * @param id the client's id
 * @param secret its secret, or null
 * @param key what it signs assertions with, or null
 * @param authMethod how it authenticates, or null for what the authorization server supports
 * @param issuer the authorization server that knows it, or null for the first one
 */
public record PreregisteredClient(
        String id,
        @Nullable String secret,
        @Nullable ClientSigningKey key,
        @Nullable TokenEndpointAuthMethod authMethod,
        @Nullable String issuer) {
    public PreregisteredClient {
        if (id.isBlank()) {
            throw new IllegalArgumentException("A registered client has an id");
        }
        if (authMethod != null && !hasCredentialFor(authMethod, secret, key)) {
            throw new IllegalArgumentException(
                    "The client has nothing to authenticate with by " + authMethod.wireName());
        }
    }

    private static boolean hasCredentialFor(
            TokenEndpointAuthMethod method, @Nullable String secret, @Nullable ClientSigningKey key) {
        return switch (method) {
            case NONE -> true;
            case SECRET_BASIC, SECRET_POST -> secret != null;
            case PRIVATE_KEY_JWT -> key != null;
        };
    }

    /** A client without a secret. */
    public static PreregisteredClient of(String id) {
        return new PreregisteredClient(id, null, null, null, null);
    }

    /** With a secret. */
    public PreregisteredClient withSecret(String changed) {
        return new PreregisteredClient(id, changed, key, authMethod, issuer);
    }

    /** With a key, for {@code private_key_jwt}. */
    public PreregisteredClient withKey(ClientSigningKey changed) {
        return new PreregisteredClient(id, secret, changed, authMethod, issuer);
    }

    /** Authenticating by this method, whatever the authorization server lists. */
    public PreregisteredClient withAuthMethod(TokenEndpointAuthMethod changed) {
        return new PreregisteredClient(id, secret, key, changed, issuer);
    }

    /** Known to this authorization server, by its issuer identifier. */
    public PreregisteredClient withIssuer(String changed) {
        return new PreregisteredClient(id, secret, key, authMethod, changed);
    }

    /** Without secrets. */
    @Override
    public String toString() {
        return "RegisteredClient[" + id + (issuer == null ? "" : " at " + issuer) + "]";
    }
}
