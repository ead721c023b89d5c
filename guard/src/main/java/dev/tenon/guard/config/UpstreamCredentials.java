package dev.tenon.guard.config;

import java.net.URI;
import java.util.List;

/** How the guard authenticates to an upstream server. The guard never forwards the token of the client. */
public sealed interface UpstreamCredentials {
    /** No authentication. */
    record NoCredentials() implements UpstreamCredentials {}

    /**
     * A static bearer token.
     *
     * @param token where the token is stored
     */
    record BearerCredentials(SecretSource token) implements UpstreamCredentials {}

    /**
     * A header with a secret value, for servers that do not support OAuth.
     *
     * @param name the name of the header
     * @param value where the value is stored
     */
    record HeaderCredentials(String name, SecretSource value) implements UpstreamCredentials {}

    /**
     * A token obtained with the client credentials grant (RFC 6749, section 4.4).
     *
     * @param client the OAuth client of the guard
     * @param resource the resource for which the token is requested (RFC 8707)
     * @param scopes the scopes to request; empty for the default of the authorization server
     */
    record ClientCredentials(OAuthClientConfig client, URI resource, List<String> scopes)
            implements UpstreamCredentials {
        public ClientCredentials {
            scopes = List.copyOf(scopes);
        }
    }

    /**
     * A token obtained in exchange for the token of the client (RFC 8693).
     *
     * @param client the OAuth client of the guard
     * @param audience the audience of the requested token
     * @param scopes the scopes to request; empty for the default of the authorization server
     */
    record TokenExchangeCredentials(OAuthClientConfig client, String audience, List<String> scopes)
            implements UpstreamCredentials {
        public TokenExchangeCredentials {
            scopes = List.copyOf(scopes);
        }
    }

    /**
     * The OAuth client that the guard acts as.
     *
     * @param tokenUrl the token endpoint
     * @param id the client id
     * @param secret where the client secret is stored
     * @param inBody whether the secret is sent in the body ({@code client_secret_post}) instead of a header
     */
    record OAuthClientConfig(String tokenUrl, String id, SecretSource secret, boolean inBody) {}
}
