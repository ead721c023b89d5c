package dev.tenon.oauth.spring;

import dev.tenon.client.McpClient;
import dev.tenon.coverage.support.CaseSampler;
import dev.tenon.coverage.support.FreePortFinder;
import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.http.embedded.TenonHttpServerBuilder;
import dev.tenon.http.embedded.TlsCertificate;
import dev.tenon.model.Revision;
import dev.tenon.oauth.client.OAuthClient;
import dev.tenon.oauth.client.OAuthClientBuilder;
import dev.tenon.oauth.server.DpopPolicy;
import dev.tenon.oauth.server.IntrospectionVerifier;
import dev.tenon.oauth.server.JwtVerifier;
import dev.tenon.oauth.server.OAuthAuthenticator;
import dev.tenon.server.McpServer;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.http.RequestAuthenticator;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** An authorization server and servers that it protects, all over HTTP or all over TLS. */
final class SpringTestEnvironment implements AutoCloseable {
    final @Nullable SSLContext tls;
    final SpringAuthorizationServer authorization;
    final RawClient raw;
    private final @Nullable Certificates certificates;
    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    SpringTestEnvironment(boolean secure) throws Exception {
        Path folder = Files.createTempDirectory("world");
        folder.toFile().deleteOnExit();
        certificates = secure ? new Certificates(folder) : null;
        tls = certificates == null ? null : certificates.trust();
        authorization =
                certificates == null ? SpringAuthorizationServer.http() : SpringAuthorizationServer.https(certificates);
        open.push(authorization);
        raw = new RawClient(authorization.issuer(), tls);
    }

    /** Returns with and without TLS in an exhaustive build, and with TLS in a quick one. */
    static List<Boolean> tlsSettings() {
        return CaseSampler.isExhaustive() ? List.of(false, true) : List.of(true);
    }

    /** Returns an HTTP client that trusts the certificate of this test. */
    HttpClient http() {
        HttpClient.Builder builder = HttpClient.newBuilder()
                .connectTimeout(Duration.ofSeconds(30))
                .followRedirects(HttpClient.Redirect.NEVER);
        return tls == null ? builder.build() : builder.sslContext(tls).build();
    }

    /** Starts a server with a tool for readers and one for writers, with the authenticator for its URL. */
    URI serve(Function<URI, RequestAuthenticator> guard) throws IOException {
        return serve("/mcp", guard, builder -> {});
    }

    /** Starts such a server at a different URL and with further transports. */
    URI serve(String resource, Function<URI, RequestAuthenticator> guard, Consumer<TenonHttpServerBuilder> more)
            throws IOException {
        McpServer server = McpServer.builder("files", "1.0")
                .tool("whoami")
                .handler((in, call) ->
                        call.principal().map(CallerPrincipal::name).orElse("nobody"))
                .tool("read")
                .scopes("files:read")
                .handler((in, call) -> "read")
                .tool("write")
                .scopes("files:write")
                .handler((in, call) -> "written")
                .build();
        int port = FreePortFinder.find();
        URI uri = URI.create((tls == null ? "http" : "https") + "://127.0.0.1:" + port + resource);
        TenonHttpServerBuilder builder = TenonHttpServer.builder(server)
                .port(port)
                .authenticator(guard.apply(uri))
                .closeServersOnShutdown();
        more.accept(builder);
        if (certificates != null) {
            builder.tls(TlsCertificate.fromKeyStore(certificates.keyStore, Certificates.PASSWORD));
        }
        open.push(builder.start());
        return uri;
    }

    /** Accepts JWTs of the authorization server for this URL. */
    OAuthAuthenticator byJwt(URI uri) {
        return byJwt(uri, authorization.issuer());
    }

    /** Accepts JWTs of this issuer for this URL. */
    OAuthAuthenticator byJwt(URI uri, String issuer) {
        return OAuthAuthenticator.builder(uri.toString())
                .authorizationServer(issuer)
                .advertiseScopes("files:read")
                .tokenVerifier(JwtVerifier.forAudience(uri.toString())
                        .issuer(issuer)
                        .tls(tls)
                        .build())
                .build();
    }

    /** Accepts tokens by introspection, without a cache. */
    OAuthAuthenticator byIntrospection(URI uri) {
        return OAuthAuthenticator.builder(uri.toString())
                .authorizationServer(authorization.issuer())
                .advertiseScopes("files:read")
                .tokenVerifier(IntrospectionVerifier.forIssuer(authorization.issuer())
                        .endpoint(URI.create(authorization.issuer() + "/oauth2/introspect"))
                        .client(Clients.RESOURCE_SERVER, Clients.SECRET)
                        .audience(uri.toString())
                        .cacheDuration(Duration.ZERO)
                        .tls(tls)
                        .build())
                .build();
    }

    /** Requires a proof for every token, and a nonce in every proof. */
    OAuthAuthenticator byProof(URI uri) {
        return OAuthAuthenticator.builder(uri.toString())
                .authorizationServer(authorization.issuer())
                .advertiseScopes("files:read")
                .tokenVerifier(JwtVerifier.forAudience(uri.toString())
                        .issuer(authorization.issuer())
                        .tls(tls)
                        .build())
                .dpop(DpopPolicy.DEFAULT.withRequired().withNonces(Duration.ofMinutes(1)))
                .build();
    }

    /** Returns credentials for a server, with a user who logs in. */
    OAuthClientBuilder credentials(URI server, BrowserUser person) {
        return OAuthClient.builder(server)
                .clientName("An agent")
                .browser(person)
                .tls(tls);
    }

    BrowserUser person(String name) {
        return new BrowserUser(name, tls);
    }

    McpClient connect(OAuthClient oauth, Revision revision) {
        return McpClient.builder("agent", "1.0")
                .revisions(revision)
                .connect(oauth.target().withTls(tls));
    }

    @Override
    public void close() throws Exception {
        while (!open.isEmpty()) {
            open.pop().close();
        }
    }
}
