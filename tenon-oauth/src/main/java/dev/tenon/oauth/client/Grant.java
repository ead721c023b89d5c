package dev.tenon.oauth.client;

import java.net.URI;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** By what a client gets its tokens. */
public sealed interface Grant {
    /**
     * A person logs in with a browser: the authorization code flow with PKCE (authorization, section "Authorization
     * Flow Steps").
     */
    record AuthorizationCode() implements Grant {}

    /**
     * The client stands for itself: the extension {@code io.modelcontextprotocol/oauth-client-credentials}. It wants a
     * {@link PreregisteredClient} with a secret or a key.
     */
    record ClientCredentials() implements Grant {}

    /**
     * The client's organization decides: the extension {@code
     * io.modelcontextprotocol/enterprise-managed-authorization}. The identity provider gives an ID-JAG for the person's
     * ID token (RFC 8693), and the authorization server a token for that (RFC 7523). Nobody is sent to the
     * authorization server. The {@link PreregisteredClient} is the one at the authorization server.
     *
     * @param tokenEndpoint the identity provider's, https, or http on this machine
     * @param client the client as the identity provider knows it
     * @param idToken the person's ID token, asked for whenever one is needed
     */
    record EnterpriseManagedAuthorization(URI tokenEndpoint, PreregisteredClient client, Supplier<String> idToken)
            implements Grant {}

    /**
     * The platform says what this workload is: its JWT is exchanged for a token (RFC 7523, section 2.1).
     *
     * @param assertion the JWT, asked for whenever one is needed
     */
    record WorkloadIdentity(Supplier<String> assertion) implements Grant {}

    /**
     * Nothing new: tokens that were stored by a login before are used, and refreshed.
     *
     * @param advice told to the user when there are none, or null for a general one
     */
    record StoredTokens(@Nullable String advice) implements Grant {}
}
