package dev.tenon.oauth.server;

import dev.tenon.http.embedded.TenonHttp;
import dev.tenon.http.embedded.TenonHttpBuilder;
import dev.tenon.server.Authenticator;
import dev.tenon.server.McpServer;
import dev.tenon.server.ServerBuilder;
import java.net.URI;
import java.util.function.UnaryOperator;

/** A protected server on a free port. */
final class Site implements AutoCloseable {
    private final McpServer server;
    private final TenonHttp http;

    private Site(McpServer server, TenonHttp http) {
        this.server = server;
        this.http = http;
    }

    static Site open(Authenticator authenticator) {
        return open(offering(), authenticator, http -> http);
    }

    static Site open(ServerBuilder offering, Authenticator authenticator, UnaryOperator<TenonHttpBuilder> change) {
        McpServer server = offering.build();
        TenonHttpBuilder http = TenonHttp.serving(server).port(0).closesServer().authenticator(authenticator);
        return new Site(server, change.apply(http).start());
    }

    /** Everything once, free for everybody, and once for those with a scope. */
    static ServerBuilder offering() {
        return McpServer.named("protected", "1")
                .tool("whoami")
                .handler((arguments, call) -> call.principal().orElseThrow().name())
                .tool("write")
                .scopes("files:write", "files:read")
                .handler((arguments, call) -> "written");
    }

    static ProtectedResourceBuilder resource() {
        return ProtectedResource.at(Issuer.RESOURCE)
                .authorizationServer(Issuer.NAME)
                .scopes("mcp")
                .tokens(jwts().build());
    }

    static JwtVerifierBuilder jwts() {
        return JwtVerifier.forAudience(Issuer.RESOURCE).issuerWithKeys(Issuer.NAME, Issuer.jwks());
    }

    McpServer server() {
        return server;
    }

    TenonHttp http() {
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
