package dev.tenon.oauth.client.token;

import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.client.OAuthErrorException;
import dev.tenon.oauth.client.OAuthLimits;
import java.net.URI;
import java.util.Set;

/**
 * Gets tokens from a known token endpoint, for programs that act for themselves or exchange the token of a user. There
 * is no discovery, and the user is not involved. {@link TokenAuth} caches the tokens.
 *
 * <pre>{@code
 * TokenClient tokens = TokenClient.builder(URI.create("https://login.example.com/token"))
 *         .client(PreregisteredClient.of("gateway").withSecret(secret))
 *         .build();
 * CredentialsProvider credentials = TokenAuth.of(
 *         () -> tokens.requestToken(URI.create("https://mcp.example.com/mcp"), Set.of("read")));
 * }</pre>
 *
 * <p>{@link OAuthLimits} limit the time of a request and the size of a response; redirects are not followed. Safe for
 * use by several threads.
 */
public interface TokenClient {
    /**
     * Creates a builder for this token endpoint.
     *
     * @throws IllegalArgumentException if it is neither https nor http on this machine
     */
    static TokenClientBuilder builder(URI tokenEndpoint) {
        return new TokenClientBuilder(tokenEndpoint);
    }

    /**
     * Requests a token for the client itself (RFC 6749, section 4.4). Blocks.
     *
     * @param resource the server for which the token is valid (RFC 8707)
     * @param scopes the requested scopes; empty for the default of the authorization server
     * @throws OAuthErrorException if the authorization server rejects the request
     * @throws AuthorizationException if it is unreachable, or its response contains no valid token
     */
    AccessToken requestToken(URI resource, Set<String> scopes);

    /**
     * Exchanges the access token of a user for a new one (RFC 8693, section 2). Blocks.
     *
     * @param subjectToken the access token, which is only sent to the authorization server
     * @param audience the audience of the new token
     * @param scopes the requested scopes; empty for the default of the authorization server
     * @throws OAuthErrorException if the authorization server rejects the request
     * @throws AuthorizationException if it is unreachable, or its response contains no new access token
     */
    AccessToken exchangeToken(String subjectToken, String audience, Set<String> scopes);
}
