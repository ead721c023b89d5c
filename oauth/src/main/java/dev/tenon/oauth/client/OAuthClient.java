package dev.tenon.oauth.client;

import dev.tenon.client.endpoint.CredentialsProvider;
import dev.tenon.client.endpoint.HttpTarget;
import java.net.URI;
import java.util.Optional;

/**
 * Gets and renews the OAuth tokens for a server: it discovers the authorization server, registers the client, has the
 * user log in or uses configured credentials, refreshes tokens, and requests more scopes when the server requires them
 * (MCP authorization, all sections).
 *
 * <pre>{@code
 * OAuthClient oauth =
 *         OAuthClient.builder("https://mcp.example.com/mcp").clientName("My App").build();
 * McpClient client = McpClient.builder("my-app", "1.0").connect(oauth.target());
 * }</pre>
 *
 * <p>Tokens are only sent to this server, in headers; refresh tokens and secrets are only sent to the authorization
 * server that issued them. Safe for use by several threads; concurrent requests cause one login.
 */
public interface OAuthClient extends CredentialsProvider {
    /** Creates a builder for the server at this URL. */
    static OAuthClientBuilder builder(String server) {
        return builder(URI.create(server));
    }

    /**
     * Creates a builder for the server at this URL.
     *
     * @param server the URL of the endpoint: http, https, ws or wss
     * @throws IllegalArgumentException if it is not such a URL
     */
    static OAuthClientBuilder builder(URI server) {
        return new OAuthClientBuilder(server);
    }

    /** Returns the server as a Streamable HTTP target with these credentials. */
    HttpTarget target();

    /**
     * Logs in now if the server requires it, instead of when the server first rejects a request. The time limit for the
     * user is {@link OAuthLimits#loginTimeout}. Rejected requests cause at most five logins in ten minutes; this method
     * has no such limit.
     *
     * @return the tokens of the login; empty if the server does not require a login
     * @throws AuthorizationException if the login fails
     */
    Optional<LoginInfo> login();

    /** Returns information about the current tokens; empty if the client has no tokens. */
    Optional<LoginInfo> currentLogin();

    /** Deletes the tokens, and asks the authorization server to revoke them if it supports that (RFC 7009). */
    LogoutResult logout();
}
