package dev.tenon.oauth.client;

import java.net.URI;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The way in which a client gets its tokens. */
public sealed interface Grant {
    /**
     * The user logs in with a browser: the authorization code flow with PKCE (MCP authorization, section "Authorization
     * Flow Steps").
     */
    record AuthorizationCode() implements Grant {}

    /**
     * The client acts for itself: the extension {@code io.modelcontextprotocol/oauth-client-credentials}. It requires a
     * {@link PreregisteredClient} with a secret or a key.
     */
    record ClientCredentials() implements Grant {}

    /**
     * The organization of the client decides: the extension {@code
     * io.modelcontextprotocol/enterprise-managed-authorization}. The identity provider exchanges the user's ID token
     * for an ID-JAG (RFC 8693), and the authorization server exchanges that for a token (RFC 7523). The user is not
     * sent to the authorization server. The {@link PreregisteredClient} of the builder is the one at the authorization
     * server.
     *
     * @param tokenEndpoint the token endpoint of the identity provider: https, or http on this machine
     * @param client the client that is registered at the identity provider
     * @param idToken supplies the user's ID token for each token request
     */
    record EnterpriseManagedAuthorization(URI tokenEndpoint, PreregisteredClient client, Supplier<String> idToken)
            implements Grant {}

    /**
     * The platform identifies this workload: its JWT is exchanged for a token (RFC 7523, section 2.1).
     *
     * @param assertion supplies the JWT for each token request
     */
    record WorkloadIdentity(Supplier<String> assertion) implements Grant {}

    /**
     * Only uses and refreshes tokens that an earlier login stored.
     *
     * @param advice the message of the exception if there are no tokens; null for a general message
     */
    record StoredTokens(@Nullable String advice) implements Grant {}
}
