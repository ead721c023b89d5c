package dev.tenon.guard.config;

import java.net.URI;
import java.util.List;

/** What the guard shows to a server behind it. The client's own token never goes there. */
public sealed interface UpstreamCredentials {
    /** Nothing. */
    record NoCredentials() implements UpstreamCredentials {}

    /** A token that is known. */
    record BearerCredentials(SecretSource token) implements UpstreamCredentials {}

    /** A header with a secret value, for servers that know no OAuth. */
    record HeaderCredentials(String name, SecretSource value) implements UpstreamCredentials {}

    /**
     * A token by client credentials (RFC 6749, section 4.4).
     *
     * @param client as whom it is asked for
     * @param resource what it is for (RFC 8707)
     * @param scopes what is asked for; none for what the authorization server thinks fit
     */
    record ClientCredentials(OAuthClientConfig client, URI resource, List<String> scopes)
            implements UpstreamCredentials {
        public ClientCredentials {
            scopes = List.copyOf(scopes);
        }
    }

    /**
     * A token in exchange for the client's (RFC 8693).
     *
     * @param client as whom it is asked for
     * @param audience whom it is for
     * @param scopes what is asked for; none for what the authorization server thinks fit
     */
    record TokenExchangeCredentials(OAuthClientConfig client, String audience, List<String> scopes)
            implements UpstreamCredentials {
        public TokenExchangeCredentials {
            scopes = List.copyOf(scopes);
        }
    }

    /**
     * As whom the guard asks for tokens.
     *
     * @param tokenUrl the token endpoint
     * @param id the client id
     * @param secret the client secret
     * @param inBody whether the secret is sent in the body, and not in a header
     */
    record OAuthClientConfig(String tokenUrl, String id, SecretSource secret, boolean inBody) {}
}
