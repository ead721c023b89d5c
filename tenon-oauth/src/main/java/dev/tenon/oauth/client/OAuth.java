package dev.tenon.oauth.client;

import dev.tenon.client.HttpAuth;
import dev.tenon.client.HttpTarget;
import dev.tenon.client.Target;
import dev.tenon.json.Json;
import dev.tenon.oauth.client.internal.Authorizer;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Gets a client into a server that wants OAuth, by itself: it finds the authorization server, registers, has a person log in or
 * uses what it was given, refreshes, and asks for more when more is needed (authorization, all sections).
 *
 * <pre>{@code
 * OAuth oauth = OAuth.to("https://mcp.example.com/mcp").clientName("My App").build();
 * McpClient client = McpClient.named("my-app", "1.0").connect(oauth.target());
 * }</pre>
 *
 * <p>Its tokens go to this one server, in headers, and to no other; refresh tokens and secrets go to the authorization server
 * that gave them, and to no other. Safe for use by many threads; a person is never asked twice at once.
 */
public final class OAuth implements HttpAuth {
    private final URI server;
    private final Authorizer authorizer;

    OAuth(URI server, Authorizer authorizer) {
        this.server = server;
        this.authorizer = authorizer;
    }

    /** Begins to say how to get into the server at that URL. */
    public static OAuthBuilder to(String server) {
        return to(URI.create(server));
    }

    /**
     * Begins to say how to get into the server at that URL.
     *
     * @param server the endpoint, http or https (or ws, wss)
     * @throws IllegalArgumentException when it is none
     */
    public static OAuthBuilder to(URI server) {
        return new OAuthBuilder(server);
    }

    /** The server as a target of Streamable HTTP, with these credentials. */
    public HttpTarget target() {
        return Target.http(server).withAuth(this);
    }

    /**
     * Logs in now, if the server wants it, instead of when it first refuses a request. A person has as long as {@link
     * OAuthLimits#loginTime} says.
     *
     * @return what was got; empty when the server lets everybody in
     * @throws AuthorizationException when it fails
     */
    public Optional<Login> login() {
        return authorizer.login();
    }

    /** What is known of the tokens that are there now; empty without any. */
    public Optional<Login> current() {
        return authorizer.current();
    }

    /** Forgets the tokens, and has the authorization server revoke them where it can (RFC 7009). */
    public Logout logout() {
        return authorizer.logout();
    }

    @Override
    public Map<String, String> headers(String method, URI uri) {
        return authorizer.headers(method, uri);
    }

    @Override
    public boolean refused(Refusal refusal) {
        return authorizer.refused(refusal);
    }

    @Override
    public void answered(int status, URI uri, Map<String, List<String>> headers) {
        authorizer.answered(status, uri, headers);
    }

    @Override
    public Map<String, Json> extensions() {
        return authorizer.extensions();
    }

    /** Without anything secret. */
    @Override
    public String toString() {
        return "OAuth[" + server + "]";
    }
}
