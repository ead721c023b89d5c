package dev.tenon.oauth.client;

import org.jspecify.annotations.Nullable;

/**
 * A client that is registered at an authorization server in advance (MCP client registration, section
 * "Pre-registration"). It is only used with one authorization server: the named issuer, or otherwise the first one that
 * the server names.
 *
 * @param id the client ID
 * @param secret the client secret, or null
 * @param key the key for signing assertions, or null
 * @param authMethod the authentication method, or null for one that the authorization server supports
 * @param issuer the issuer identifier of its authorization server, or null for the first one
 */
public record PreregisteredClient(
        String id,
        @Nullable String secret,
        @Nullable ClientSigningKey key,
        @Nullable TokenEndpointAuthMethod authMethod,
        @Nullable String issuer) {
    public PreregisteredClient {
        if (id.isBlank()) {
            throw new IllegalArgumentException("A preregistered client requires a client ID");
        }
        if (authMethod != null && !hasCredentialFor(authMethod, secret, key)) {
            throw new IllegalArgumentException("The client lacks the secret or key for " + authMethod.wireName());
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

    /** Creates a client without a secret. */
    public static PreregisteredClient of(String id) {
        return new PreregisteredClient(id, null, null, null, null);
    }

    /** Returns a copy with a secret. */
    public PreregisteredClient withSecret(String changed) {
        return new PreregisteredClient(id, changed, key, authMethod, issuer);
    }

    /** Returns a copy with a key for {@code private_key_jwt}. */
    public PreregisteredClient withKey(ClientSigningKey changed) {
        return new PreregisteredClient(id, secret, changed, authMethod, issuer);
    }

    /** Returns a copy that uses this method, regardless of the methods in the metadata of the authorization server. */
    public PreregisteredClient withAuthMethod(TokenEndpointAuthMethod changed) {
        return new PreregisteredClient(id, secret, key, changed, issuer);
    }

    /** Returns a copy for the authorization server with this issuer identifier. */
    public PreregisteredClient withIssuer(String changed) {
        return new PreregisteredClient(id, secret, key, authMethod, changed);
    }

    /** Returns the ID and the issuer, without secrets. */
    @Override
    public String toString() {
        return "PreregisteredClient[" + id + (issuer == null ? "" : " at " + issuer) + "]";
    }
}
