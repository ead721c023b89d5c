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
    final SpringAuthorizationServer authorizationServer;
    final AuthorizationServerClient authorizationClient;
    private final @Nullable SelfSignedCertificate certificate;
    private final Deque<AutoCloseable> closeables = new ArrayDeque<>();

    SpringTestEnvironment(boolean secure) throws Exception {
        Path folder = Files.createTempDirectory("oauth-test");
        folder.toFile().deleteOnExit();
        certificate = secure ? new SelfSignedCertificate(folder) : null;
        tls = certificate == null ? null : certificate.createTrustingContext();
        authorizationServer =
                certificate == null ? SpringAuthorizationServer.http() : SpringAuthorizationServer.https(certificate);
        closeables.push(authorizationServer);
        authorizationClient = new AuthorizationServerClient(authorizationServer.issuer(), tls);
    }

    /** Returns with and without TLS in an exhaustive build, and with TLS in a quick one. */
    static List<Boolean> tlsSettings() {
        return CaseSampler.isExhaustive() ? List.of(false, true) : List.of(true);
    }

    /** Returns an HTTP client that trusts the certificate of this test. */
    HttpClient newHttpClient() {
        HttpClient.Builder builder = HttpClient.newBuilder()
                .connectTimeout(Duration.ofSeconds(30))
                .followRedirects(HttpClient.Redirect.NEVER);
        return tls == null ? builder.build() : builder.sslContext(tls).build();
    }

    /** Starts a server with a tool for readers and one for writers, with the authenticator for its URL. */
    URI startServer(Function<URI, RequestAuthenticator> authenticatorFactory) throws IOException {
        return startServer("/mcp", authenticatorFactory, builder -> {});
    }

    /** Starts such a server at a different URL and with further transports. */
    URI startServer(
            String resource,
            Function<URI, RequestAuthenticator> authenticatorFactory,
            Consumer<TenonHttpServerBuilder> customizer)
            throws IOException {
        McpServer server = McpServer.builder("files", "1.0")
                .tool("whoami")
                .handler((arguments, call) ->
                        call.principal().map(CallerPrincipal::name).orElse("nobody"))
                .tool("read")
                .scopes("files:read")
                .handler((arguments, call) -> "read")
                .tool("write")
                .scopes("files:write")
                .handler((arguments, call) -> "written")
                .build();
        int port = FreePortFinder.find();
        URI uri = URI.create((tls == null ? "http" : "https") + "://127.0.0.1:" + port + resource);
        TenonHttpServerBuilder builder = TenonHttpServer.builder(server)
                .port(port)
                .authenticator(authenticatorFactory.apply(uri))
                .closeServersOnShutdown();
        customizer.accept(builder);
        if (certificate != null) {
            builder.tls(TlsCertificate.fromKeyStore(certificate.keyStore, SelfSignedCertificate.PASSWORD));
        }
        closeables.push(builder.start());
        return uri;
    }

    /** Accepts JWTs of the authorization server for this URL. */
    OAuthAuthenticator newJwtAuthenticator(URI uri) {
        return newJwtAuthenticator(uri, authorizationServer.issuer());
    }

    /** Accepts JWTs of this issuer for this URL. */
    OAuthAuthenticator newJwtAuthenticator(URI uri, String issuer) {
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
    OAuthAuthenticator newIntrospectionAuthenticator(URI uri) {
        return OAuthAuthenticator.builder(uri.toString())
                .authorizationServer(authorizationServer.issuer())
                .advertiseScopes("files:read")
                .tokenVerifier(IntrospectionVerifier.forIssuer(authorizationServer.issuer())
                        .endpoint(URI.create(authorizationServer.issuer() + "/oauth2/introspect"))
                        .client(ClientRepository.RESOURCE_SERVER, ClientRepository.SECRET)
                        .audience(uri.toString())
                        .cacheDuration(Duration.ZERO)
                        .tls(tls)
                        .build())
                .build();
    }

    /** Requires a proof for every token, and a nonce in every proof. */
    OAuthAuthenticator newDpopAuthenticator(URI uri) {
        return OAuthAuthenticator.builder(uri.toString())
                .authorizationServer(authorizationServer.issuer())
                .advertiseScopes("files:read")
                .tokenVerifier(JwtVerifier.forAudience(uri.toString())
                        .issuer(authorizationServer.issuer())
                        .tls(tls)
                        .build())
                .dpop(DpopPolicy.DEFAULT.withRequired().withNonces(Duration.ofMinutes(1)))
                .build();
    }

    /** Returns credentials for a server, with a user who logs in. */
    OAuthClientBuilder newClientBuilder(URI server, BrowserUser user) {
        return OAuthClient.builder(server).clientName("An agent").browser(user).tls(tls);
    }

    BrowserUser newUser(String name) {
        return new BrowserUser(name, tls);
    }

    McpClient connect(OAuthClient oauth, Revision revision) {
        return McpClient.builder("agent", "1.0")
                .revisions(revision)
                .connect(oauth.target().withTls(tls));
    }

    @Override
    public void close() throws Exception {
        while (!closeables.isEmpty()) {
            closeables.pop().close();
        }
    }
}
