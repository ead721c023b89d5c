package dev.tenon.oauth.client;

import java.net.URI;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decides whether the client may send the user to an authorization server. */
@FunctionalInterface
public interface ConsentPolicy {
    /** Returns whether the login may start. If not, the call that requires it fails. */
    boolean allows(LoginRequest request);

    /** Allows every login. */
    ConsentPolicy ALWAYS = request -> true;

    /**
     * Describes a login before it starts.
     *
     * @param server the MCP server that requires a token
     * @param issuer the issuer identifier of the authorization server
     * @param authorizationEndpoint the page to which the user is sent
     * @param clientId the client ID
     * @param scopes the requested scopes; null for the default of the authorization server
     */
    record LoginRequest(
            URI server,
            String issuer,
            URI authorizationEndpoint,
            String clientId,
            @Nullable Set<String> scopes) {}
}
