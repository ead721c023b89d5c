package dev.tenon.oauth.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.McpClient;
import dev.tenon.client.endpoint.CredentialsProvider.UnauthorizedResponse;
import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.coverage.Covers;
import dev.tenon.oauth.ManualClock;
import dev.tenon.oauth.client.StubHttpServer.StubResponse;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Issue 20, item 38: a login and the next call never loop. Errors name the granted and the required scopes. */
class LoginLoopTest {
    /** Only grants this scope, regardless of the request. */
    private static void grantOnly(OAuthTestEnvironment environment, String scope) {
        environment.issuer.httpServer.setHandler("/token", request -> {
            StubResponse failure = environment.issuer.handle("/token", request);
            if (failure.status() != 200) {
                return failure;
            }
            StubResponse response = environment.issuer.issueTokens(Set.of(scope));
            return new StubResponse(
                    200, response.headers(), response.body().replace("{", "{\"scope\":\"" + scope + "\","));
        });
    }

    /** Accepts every token for connecting, and none for calling a tool. */
    private static void rejectToolCalls(OAuthTestEnvironment environment) {
        environment.server.httpServer.setHandler("/mcp", request -> {
            boolean isCall = request.body().contains("tools/call");
            if (!isCall && request.header("Authorization") != null) {
                return TestServer.createResult(request.json());
            }
            return StubResponse.ofStatus(401)
                    .withHeader("WWW-Authenticate", "Bearer error=\"invalid_token\", scope=\"basic\"");
        });
    }

    @Test
    @Covers("core/auth-client/step-up-limits")
    void rejected_calls_do_not_log_the_user_in_again() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            grantOnly(environment, "basic");
            rejectToolCalls(environment);
            try (McpClient client =
                    OAuthTestEnvironment.connect(environment.newClientBuilder().build())) {
                for (int i = 0; i < 5; i++) {
                    // The server accepts this request, so the token counts as valid again.
                    assertThat(client.tools().toList()).isNotEmpty();
                    assertThatThrownBy(() -> client.callTool("look", Map.of()))
                            .isInstanceOf(AuthorizationException.class)
                            .hasMessageContaining("rejects the token")
                            .hasMessageContaining("Granted: the scopes \"basic\"")
                            .hasMessageContaining("required: the scopes \"basic\"");
                }
            }
            // To connect, and once more for the first call that was refused.
            assertThat(environment.openedPages).hasSize(2);
        }
    }

    @Test
    void a_login_whose_token_is_rejected_fails_at_once() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            environment.server.challengedScope = "write";
            environment.issuer.httpServer.setHandler("/token", request -> {
                StubResponse response = environment.issuer.handle("/token", request);
                environment.issuer.accessTokens.clear();
                return new StubResponse(200, response.headers(), response.body().replace("{", "{\"scope\":\"basic\","));
            });
            OAuthClient oauth = environment.newClientBuilder().build();
            assertThatThrownBy(oauth::login)
                    .isInstanceOf(AuthorizationException.class)
                    .hasMessageContaining("rejects the token")
                    .hasMessageContaining("Granted: the scopes \"basic\"")
                    .hasMessageContaining("required: the scopes \"write\"");
            assertThat(environment.openedPages).hasSize(1);
        }
    }

    @Test
    void a_call_with_stored_tokens_reports_missing_scopes_and_the_next_login_requests_them() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            environment.server.challengedScope = "basic";
            environment.server.requiredScopes.put("write", Set.of("write"));
            TokenStore store = TokenStore.inMemory();
            OAuthClient stored = environment
                    .newClientBuilder()
                    .tokenStore(store)
                    .grant(new Grant.StoredTokens("Log in, please"))
                    .build();
            assertThat(environment.newClientBuilder().tokenStore(store).build().login())
                    .isPresent();
            try (McpClient client = OAuthTestEnvironment.connect(stored)) {
                assertThatThrownBy(() -> client.callTool("write", Map.of()))
                        .isInstanceOf(LoginRequiredException.class)
                        .hasMessageContaining("Granted: the scopes \"basic\"")
                        .hasMessageContaining("required: the scopes \"write\"")
                        .hasMessageContaining("The next login requests them")
                        .hasMessageContaining("Log in, please");
                assertThat(environment
                                .newClientBuilder()
                                .tokenStore(store)
                                .build()
                                .login())
                        .isPresent();
                assertThat(TestIssuer.parseScopes(environment
                                .issuer
                                .authorizationRequests()
                                .get(1)
                                .get("scope")))
                        .containsExactlyInAnyOrder("basic", "write");
                client.callTool("write", Map.of());
            }
        }
    }

    @Test
    void a_scope_that_was_requested_but_not_granted_is_reported() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            grantOnly(environment, "basic");
            environment.server.challengedScope = "basic";
            environment.server.requiredScopes.put("write", Set.of("write"));
            TokenStore store = TokenStore.inMemory();
            OAuthClient stored = environment
                    .newClientBuilder()
                    .tokenStore(store)
                    .grant(new Grant.StoredTokens("Log in, please"))
                    .build();
            assertThat(environment.newClientBuilder().tokenStore(store).build().login())
                    .isPresent();
            try (McpClient client = OAuthTestEnvironment.connect(stored)) {
                assertThatThrownBy(() -> client.callTool("write", Map.of()))
                        .hasMessageContaining("The next login requests them");
                assertThat(environment
                                .newClientBuilder()
                                .tokenStore(store)
                                .build()
                                .login())
                        .isPresent();
                assertThatThrownBy(() -> client.callTool("write", Map.of()))
                        .isInstanceOf(AuthorizationException.class)
                        .hasMessageContaining("Granted: the scopes \"basic\"")
                        .hasMessageContaining("requested, but not granted");
            }
        }
    }

    private static final UnauthorizedResponse UNAUTHORIZED =
            new UnauthorizedResponse(401, URI.create("http://any"), Map.of(), List.of(), Map.of());

    /** Accepts every token for connecting; rejects a tool call with a different scope each time. */
    private static AtomicInteger requireNewScopeForEachCall(
            OAuthTestEnvironment environment, int status, String error) {
        AtomicInteger rejections = new AtomicInteger();
        environment.server.httpServer.setHandler("/mcp", request -> {
            boolean isCall = request.body().contains("tools/call");
            if (!isCall && request.header("Authorization") != null) {
                return TestServer.createResult(request.json());
            }
            String scope = "scope-" + rejections.incrementAndGet();
            return StubResponse.ofStatus(isCall ? status : 401)
                    .withHeader("WWW-Authenticate", "Bearer error=\"" + error + "\", scope=\"" + scope + "\"");
        });
        return rejections;
    }

    private static void assertLoginsAreLimited(McpClient client) {
        for (int i = 0; i < 10; i++) {
            assertThatThrownBy(() -> client.callTool("look", Map.of())).isInstanceOf(ConnectionFailedException.class);
        }
        assertThatThrownBy(() -> client.callTool("look", Map.of()))
                .isInstanceOf(AuthorizationException.class)
                .hasMessageContaining("has caused 5 logins within ten minutes")
                .hasMessageContaining("OAuthClient.login()");
    }

    /**
     * Issue 20, "it holds": a server causes a few logins in ten minutes, whatever scopes it names; explicit logins have
     * no limit.
     */
    @ParameterizedTest
    @CsvSource({"401, invalid_token", "403, insufficient_scope"})
    void a_server_that_changes_scopes_causes_few_logins(int status, String error) throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            AtomicInteger rejections = requireNewScopeForEachCall(environment, status, error);
            ManualClock clock = new ManualClock("2026-11-01T00:00:00Z");
            OAuthClient oauth = environment.newClientBuilder().clock(clock).build();
            try (McpClient client = OAuthTestEnvironment.connect(oauth)) {
                assertLoginsAreLimited(client);
                assertThat(environment.openedPages).hasSize(5);

                String last = "scope-" + rejections;
                assertThat(oauth.login()).isPresent();
                assertThat(environment.openedPages).hasSize(6);
                String requestedScope =
                        environment.issuer.authorizationRequests().get(5).get("scope");
                assertThat(TestIssuer.parseScopes(requestedScope))
                        .as("the scope of the last rejection")
                        .contains("scope-16");

                clock.advance(Duration.ofMinutes(10));
                assertLoginsAreLimited(client);
                assertThat(environment.openedPages).hasSize(11);
            }
        }
    }

    /** Issue 20, "it holds": the same for a server that names a different authorization server each time. */
    @Test
    void a_server_that_changes_authorization_servers_causes_few_logins() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment();
                TestIssuer other = new TestIssuer()) {
            AtomicInteger rejections = new AtomicInteger();
            environment.server.httpServer.setHandler("/mcp", request -> {
                if (!request.body().contains("tools/call") && request.header("Authorization") != null) {
                    return TestServer.createResult(request.json());
                }
                TestIssuer current = rejections.incrementAndGet() % 2 == 0 ? other : environment.issuer;
                environment.server.metadata.put("authorization_servers", List.of(current.issuer()));
                return StubResponse.ofStatus(401).withHeader("WWW-Authenticate", "Bearer");
            });
            try (McpClient client =
                    OAuthTestEnvironment.connect(environment.newClientBuilder().build())) {
                assertLoginsAreLimited(client);
            }
            assertThat(environment.openedPages).hasSize(5);
        }
    }

    /**
     * Issue 20, "it holds": the same for logins that fail, as with a stream that is opened again while the user is
     * absent.
     */
    @Test
    void a_user_who_does_not_log_in_is_prompted_a_few_times() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            OAuthClient oauth = environment
                    .newClientBuilder()
                    .browser(page -> {
                        environment.openedPages.add(page);
                        return false;
                    })
                    .build();
            for (int i = 0; i < 5; i++) {
                assertThatThrownBy(() -> oauth.renew(UNAUTHORIZED)).hasMessageContaining("could not be shown");
            }
            int before = environment.issuer.httpServer.requestsFor("/register").size();
            assertThatThrownBy(() -> oauth.renew(UNAUTHORIZED)).hasMessageContaining("has caused 5 logins");
            assertThat(environment.issuer.httpServer.requestsFor("/register")).hasSize(before);
            assertThatThrownBy(oauth::login).hasMessageContaining("could not be shown");
            assertThat(environment.openedPages).hasSize(6);
        }
    }

    /** Issue 20, "it holds": only pages that the user is shown count. */
    @Test
    void failures_before_the_login_page_do_not_count() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            environment.issuer.httpServer.setHandler("/register", request -> StubResponse.ofStatus(503));
            OAuthClient oauth = environment.newClientBuilder().build();
            for (int i = 0; i < 6; i++) {
                assertThatThrownBy(() -> oauth.renew(UNAUTHORIZED)).isInstanceOf(AuthorizationException.class);
            }
            environment.issuer.httpServer.setHandler(
                    "/register", request -> environment.issuer.handle("/register", request));
            assertThat(oauth.renew(UNAUTHORIZED)).isTrue();
            assertThat(environment.openedPages).hasSize(1);
        }
    }
}
