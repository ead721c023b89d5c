package dev.tenon.guard.config;

import java.util.List;

/** What the guard shows to a server behind it. The client's own token never goes there. */
public sealed interface Credentials {
    /** Nothing. */
    record None() implements Credentials {}

    /** A token that is known. */
    record Bearer(SecretSource token) implements Credentials {}

    /** A header with a secret value, for servers that know no OAuth. */
    record Header(String name, SecretSource value) implements Credentials {}

    /** A token by client credentials (RFC 6749, section 4.4). */
    record ClientCredentials(OAuthClient client, List<String> scopes) implements Credentials {
        public ClientCredentials {
            scopes = List.copyOf(scopes);
        }
    }

    /** A token in exchange for the client's (RFC 8693). */
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
     */
    record OAuthClient(String tokenUrl, String id, SecretSource secret) {}
}
