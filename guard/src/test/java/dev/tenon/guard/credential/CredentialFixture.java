package dev.tenon.guard.credential;

import dev.tenon.client.McpClient;
import dev.tenon.client.endpoint.HttpTarget;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.guard.Guard;
import dev.tenon.guard.GuardBuilder;
import dev.tenon.guard.config.ListenConfig;
import dev.tenon.guard.config.SecretSource;
import dev.tenon.guard.config.UpstreamCredentials;
import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.json.Json;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.ElicitResult;
import dev.tenon.model.Revision;
import dev.tenon.model.TextContent;
import dev.tenon.server.McpServer;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.call.ClientInputRequest;
import dev.tenon.server.http.HttpRequestHead;
import dev.tenon.server.http.RequestAuthenticator;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** An authorization server, an upstream that requires its own credentials, and a guard that requires tokens. */
final class CredentialFixture implements AutoCloseable {
    static final Revision SESSIONS = Revision.V2025_11_25;
    static final Revision NO_SESSIONS = Revision.V2026_07_28;

    final TestIssuer issuer = new TestIssuer();
    /** The credentials that the upstream received, in the order of requests; null for none. */
    final List<Optional<String>> receivedCredentials = new CopyOnWriteArrayList<>();
    /** The header that the upstream checks, and the principal for each of its values; null to reject. */
    volatile String checkedHeader = "Authorization";

    volatile Function<String, String> principalByCredential =
            value -> issuer.issuedTokens.get(value.replace("Bearer ", ""));

    final Map<String, String> environment = new HashMap<>();
    Map<String, SecretSource> apiKeys = Map.of();

    private McpServer upstream;
    private TenonHttpServer upstreamHttp;
    private RecordingProxy proxy;
    private Guard guard;
    private TenonHttpServer guardHttp;

    record UserNameForm(String name) {}

    CredentialFixture() throws IOException {}

    /** Starts all servers. */
    CredentialFixture open(UpstreamCredentials credentials, Revision... revisions) throws IOException {
        return open(credentials, builder -> builder, revisions);
    }

    CredentialFixture open(UpstreamCredentials credentials, UnaryOperator<GuardBuilder> settings, Revision... revisions)
            throws IOException {
        upstream = McpServer.builder("behind", "1")
                .revisions(revisions)
                .tool("who")
                .handler((in, call) -> call.principal().orElseThrow().name())
                .tool("ask")
                .handler((in, call) -> call.requestInput("name", ClientInputRequest.form("Who?", UserNameForm.class))
                                .orElseThrow()
                                .name()
                        + " for "
                        + call.principal().orElseThrow().name())
                .build();
        upstreamHttp = TenonHttpServer.builder(upstream)
                .port(0)
                .authenticator(this::authenticate)
                .start();
        proxy = new RecordingProxy(upstreamHttp.port());
        GuardCredentials guardCredentials = GuardCredentials.of(environment);
        guard = settings.apply(Guard.builder(
                        guardCredentials.targetResolver("tickets", ServerTarget.http(proxy.uri()), credentials)))
                .build();
        ListenConfig.HttpListenConfig downstream = new ListenConfig.HttpListenConfig(
                "127.0.0.1",
                0,
                "/mcp",
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of(),
                Optional.of(new ListenConfig.AuthorizationConfig(
                        List.of(issuer.issuer()), Optional.of(TestIssuer.RESOURCE), List.of("tools"), apiKeys)));
        guardHttp = TenonHttpServer.builder(guard.server())
                .port(0)
                .authenticator(guardCredentials.authenticator(downstream).orElseThrow())
                .start();
        return this;
    }

    private RequestAuthenticator.AuthenticationResult authenticate(HttpRequestHead head) {
        String value = head.header(checkedHeader);
        receivedCredentials.add(Optional.ofNullable(value));
        String name = value == null ? null : principalByCredential.apply(value);
        return name == null
                ? new RequestAuthenticator.AccessDenial(401, Map.of("WWW-Authenticate", "Bearer"))
                : new RequestAuthenticator.AuthenticationSuccess(new CallerPrincipal(name));
    }

    UpstreamCredentials.OAuthClientConfig guardClientConfig() {
        environment.put("GUARD_SECRET", TestIssuer.SECRET);
        return new UpstreamCredentials.OAuthClientConfig(
                issuer.tokenUrl(), "guard", new SecretSource.EnvironmentVariable("GUARD_SECRET"), false);
    }

    UpstreamCredentials tokenExchange() {
        return new UpstreamCredentials.TokenExchangeCredentials(guardClientConfig(), "behind", List.of());
    }

    UpstreamCredentials clientCredentials() {
        return new UpstreamCredentials.ClientCredentials(
                guardClientConfig(), java.net.URI.create("https://behind.example.com/mcp"), List.of("read", "write"));
    }

    Guard guard() {
        return guard;
    }

    /** Returns every byte that the upstream received from the guard. */
    String receivedText() {
        return proxy.receivedText();
    }

    HttpTarget guardTarget() {
        return ServerTarget.http(guardHttp.uri());
    }

    McpClient client(Revision revision, String token) {
        return McpClient.builder("front", "1")
                .revisions(revision)
                .onForm((form, asker) -> ElicitResult.accept(Json.of(Map.of("name", "Bo"))))
                .connect(guardTarget().withHeader("Authorization", "Bearer " + token));
    }

    static String callWho(McpClient client) {
        return text(client.callTool("who", Map.of()));
    }

    static String text(CallToolResult result) {
        return ((TextContent) result.content().get(0)).text();
    }

    /** Connects with a token, calls a tool and disconnects. */
    String connectAndCallWho(Revision revision, String token) {
        try (McpClient client = client(revision, token)) {
            return callWho(client);
        }
    }

    @Override
    public void close() throws IOException {
        if (guardHttp != null) {
            guardHttp.close();
            guard.close(Duration.ZERO);
            proxy.close();
            upstreamHttp.close();
            upstream.close(Duration.ZERO);
        }
        issuer.close();
    }
}
