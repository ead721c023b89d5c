package dev.tenon.oauth.client;

import dev.tenon.client.endpoint.CredentialsProvider;
import dev.tenon.client.endpoint.HttpTarget;
import java.net.URI;
import java.util.Optional;

/**
 * Gets a client into a server that wants OAuth, by itself: it finds the authorization server, registers, has a person
 * log in or uses what it was given, refreshes, and asks for more when more is needed (authorization, all sections).
 *
 * <pre>{@code
 * OAuth oauth = OAuth.to("https://mcp.example.com/mcp").clientName("My App").build();
 * McpClient client = McpClient.named("my-app", "1.0").connect(oauth.target());
 * }</pre>
 *
 * <p>Its tokens go to this one server, in headers, and to no other; refresh tokens and secrets go to the authorization
 * server that gave them, and to no other. Safe for use by many threads; a person is never asked twice at once.
 */
public interface OAuthClient extends CredentialsProvider {
    /** Begins to say how to get into the server at that URL. */
    static OAuthClientBuilder builder(String server) {
        return builder(URI.create(server));
    }

    /**
     * Begins to say how to get into the server at that URL.
     *
     * @param server the endpoint, http or https (or ws, wss)
     * @throws IllegalArgumentException when it is none
     */
    static OAuthClientBuilder builder(URI server) {
        return new OAuthClientBuilder(server);
    }

    /** The server as a target of Streamable HTTP, with these credentials. */
    HttpTarget target();

    /**
     * Logs in now, if the server wants it, instead of when it first refuses a request. A person has as long as {@link
     * OAuthLimits#loginTimeout} says. What a server refuses has a person asked five times in ten minutes at most; this
     * has no such bound.
     *
     * @return what was got; empty when the server lets everybody in
     * @throws AuthorizationException when it fails
     */
    Optional<LoginInfo> login();

    /** What is known of the tokens that are there now; empty without any. */
    Optional<LoginInfo> currentLogin();

    /** Forgets the tokens, and has the authorization server revoke them where it can (RFC 7009). */
    LogoutResult logout();
}
