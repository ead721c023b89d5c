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

    static ProtectedTestServer start(RequestAuthenticator authenticator) {
        return start(newServerBuilder(), authenticator, http -> http);
    }

    static ProtectedTestServer start(
            ServerBuilder serverBuilder,
            RequestAuthenticator authenticator,
            UnaryOperator<TenonHttpServerBuilder> customizer) {
        McpServer server = serverBuilder.build();
        TenonHttpServerBuilder http =
                TenonHttpServer.builder(server).port(0).closeServersOnShutdown().authenticator(authenticator);
        return new ProtectedTestServer(server, customizer.apply(http).start());
    }

    /** Creates a server with each feature twice: without and with a required scope. */
    static ServerBuilder newServerBuilder() {
        return McpServer.builder("protected", "1")
                .tool("whoami")
                .handler((arguments, call) -> call.principal().orElseThrow().name())
                .tool("write")
                .scopes("files:write", "files:read")
                .handler((arguments, call) -> "written");
    }

    static OAuthAuthenticatorBuilder newAuthenticatorBuilder() {
        return OAuthAuthenticator.builder(Issuer.RESOURCE)
                .authorizationServer(Issuer.NAME)
                .requiredScopes("mcp")
                .tokenVerifier(newJwtVerifierBuilder().build());
    }

    static JwtVerifierBuilder newJwtVerifierBuilder() {
        return JwtVerifier.forAudience(Issuer.RESOURCE).issuerWithKeys(Issuer.NAME, Issuer.jwks());
    }

    McpServer mcpServer() {
        return server;
    }

    TenonHttpServer httpServer() {
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
