package dev.tenon.oauth.server;

import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.http.embedded.TenonHttpServerBuilder;
import dev.tenon.server.McpServer;
import dev.tenon.server.ServerBuilder;
import dev.tenon.server.http.RequestAuthenticator;
import java.net.URI;
import java.util.function.UnaryOperator;

/** A protected server on a free port. */
final class ProtectedTestServer implements AutoCloseable {
    private final McpServer server;
    private final TenonHttpServer http;

    private ProtectedTestServer(McpServer server, TenonHttpServer http) {
        this.server = server;
        this.http = http;
    }

    static ProtectedTestServer open(RequestAuthenticator authenticator) {
        return open(offering(), authenticator, http -> http);
    }

    static ProtectedTestServer open(
            ServerBuilder offering, RequestAuthenticator authenticator, UnaryOperator<TenonHttpServerBuilder> change) {
        McpServer server = offering.build();
        TenonHttpServerBuilder http =
                TenonHttpServer.builder(server).port(0).closeServersOnShutdown().authenticator(authenticator);
        return new ProtectedTestServer(server, change.apply(http).start());
    }

    /** Creates a server with each feature twice: without and with a required scope. */
    static ServerBuilder offering() {
        return McpServer.builder("protected", "1")
                .tool("whoami")
                .handler((arguments, call) -> call.principal().orElseThrow().name())
                .tool("write")
                .scopes("files:write", "files:read")
                .handler((arguments, call) -> "written");
    }

    static OAuthAuthenticatorBuilder resource() {
        return OAuthAuthenticator.builder(Issuer.RESOURCE)
                .authorizationServer(Issuer.NAME)
                .requiredScopes("mcp")
                .tokenVerifier(jwts().build());
    }

    static JwtVerifierBuilder jwts() {
        return JwtVerifier.forAudience(Issuer.RESOURCE).issuerWithKeys(Issuer.NAME, Issuer.jwks());
    }

    McpServer server() {
        return server;
    }

    TenonHttpServer http() {
        return http;
    }

    URI uri() {
        return http.uri();
    }

    @Override
    public void close() {
        http.close();
    }
}
