package dev.tenon.guard.config;

import java.net.URI;
import java.util.List;

/** What the guard shows to a server behind it. The client's own token never goes there. */
public sealed interface Credentials {
    /** Nothing. */
    record None() implements Credentials {}

    /** A token that is known. */
    record Bearer(SecretSource token) implements Credentials {}

    /** A header with a secret value, for servers that know no OAuth. */
    record Header(String name, SecretSource value) implements Credentials {}

    /**
     * A token by client credentials (RFC 6749, section 4.4).
     *
     * @param client as whom it is asked for
     * @param resource what it is for (RFC 8707)
     * @param scopes what is asked for; none for what the authorization server thinks fit
     */
    record ClientCredentials(OAuthClient client, URI resource, List<String> scopes) implements Credentials {
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
    record Exchange(OAuthClient client, String audience, List<String> scopes) implements Credentials {
        public Exchange {
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
    record OAuthClient(String tokenUrl, String id, SecretSource secret, boolean inBody) {}
}
