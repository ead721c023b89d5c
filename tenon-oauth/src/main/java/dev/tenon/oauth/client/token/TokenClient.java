package dev.tenon.oauth.client.token;

import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.client.OAuthErrorException;
import dev.tenon.oauth.client.OAuthLimits;
import java.net.URI;
import java.util.Set;

/**
 * Gets tokens where the authorization server is known beforehand, for programs that stand for themselves or for
 * somebody whose token they have. Nothing is discovered, and nobody is asked. {@link TokenAuth} keeps what it gets.
 *
 * <pre>{@code
 * TokenClient tokens = TokenClient.at(URI.create("https://login.example.com/token"))
 *         .client(RegisteredClient.of("gateway").withSecret(secret))
 *         .build();
 * HttpAuth auth = TokenAuth.of(() -> tokens.clientCredentials(URI.create("https://mcp.example.com/mcp"),
 * Set.of("read"))); }</pre>
 *
 * <p>Every request has its time and every answer its bound ({@link OAuthLimits}); redirects are not followed. Safe for
 * use by many threads.
 */
public interface TokenClient {
    /**
     * Begins to say how tokens are got at that token endpoint.
     *
     * @throws IllegalArgumentException when it is neither https, nor http on this machine
     */
    static TokenClientBuilder builder(URI tokenEndpoint) {
        return new TokenClientBuilder(tokenEndpoint);
    }

    /**
     * A token for the client itself (RFC 6749, section 4.4). Blocks.
     *
     * @param resource the server that it is for (RFC 8707)
     * @param scopes what is asked for; none for what the authorization server thinks fit
     * @throws OAuthErrorException when the authorization server refuses
     * @throws AuthorizationException when it cannot be asked, or answers something that is no token
     */
    AccessToken requestToken(URI resource, Set<String> scopes);

    /**
     * A token in exchange for somebody's access token (RFC 8693, section 2). Blocks.
     *
     * @param subjectToken the access token; it goes to the authorization server and nowhere else
     * @param audience whom the new one is for
     * @param scopes what is asked for; none for what the authorization server thinks fit
     * @throws OAuthErrorException when the authorization server refuses
     * @throws AuthorizationException when it cannot be asked, or answers something that is no other access token
     */
    AccessToken exchangeToken(String subjectToken, String audience, Set<String> scopes);
}
