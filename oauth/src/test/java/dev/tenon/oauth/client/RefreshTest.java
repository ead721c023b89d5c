package dev.tenon.oauth.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.McpClient;
import dev.tenon.client.endpoint.CredentialsProvider.UnauthorizedResponse;
import dev.tenon.coverage.Covers;
import dev.tenon.oauth.ManualClock;
import dev.tenon.oauth.client.StubHttpServer.StubResponse;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Expired tokens are refreshed once for all callers, and only at the server that issued them. */
class RefreshTest {
    private static List<Map<String, String>> findRefreshRequests(TestIssuer issuer) {
        return issuer.tokenRequests().stream()
                .filter(request -> "refresh_token".equals(request.get("grant_type")))
                .toList();
    }

    private static void runConcurrently(int threads, Runnable task) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        CountDownLatch start = new CountDownLatch(1);
        List<Future<?>> results = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            results.add(pool.submit(() -> {
                start.await();
                task.run();
                return null;
            }));
        }
        start.countDown();
        for (Future<?> result : results) {
            result.get(60, TimeUnit.SECONDS);
        }
        pool.shutdown();
    }

    @Test
    void a_token_and_its_refresh_token_are_replaced_before_the_token_expires() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            ManualClock clock = new ManualClock("2026-11-01T00:00:00Z");
            OAuthClient oauth = environment.newClientBuilder().clock(clock).build();
            try (McpClient client = OAuthTestEnvironment.connect(oauth)) {
                for (int i = 0; i < 3; i++) {
                    client.callTool("look", Map.of());
                    clock.advance(Duration.ofSeconds(3600 - 31));
                    client.callTool("look", Map.of());
                    assertThat(findRefreshRequests(environment.issuer)).hasSize(i);
                    clock.advance(Duration.ofSeconds(1));
                    client.callTool("look", Map.of());
                    assertThat(findRefreshRequests(environment.issuer)).hasSize(i + 1);
                }
            }
            // Each refresh token was used once; the authorization server accepts it only once.
            assertThat(findRefreshRequests(environment.issuer).stream().map(request -> request.get("refresh_token")))
                    .doesNotHaveDuplicates();
            assertThat(environment.openedPages).hasSize(1);
        }
    }

    /** Issue 20, item 38: tokens that live shorter than the margin are not refreshed before every request. */
    @Test
    void a_token_with_a_lifetime_below_the_margin_is_refreshed_once() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            ManualClock clock = new ManualClock("2026-11-01T00:00:00Z");
            environment.issuer.expiresIn = 20;
            TokenStore store = TokenStore.inMemory();
            OAuthClient oauth = environment
                    .newClientBuilder()
                    .clock(clock)
                    .tokenStore(store)
                    .build();
            try (McpClient client = OAuthTestEnvironment.connect(oauth)) {
                for (int i = 1; i <= 5; i++) {
                    for (int j = 0; j < 7; j++) {
                        clock.advance(Duration.ofSeconds(2));
                        client.callTool("look", Map.of());
                    }
                    assertThat(findRefreshRequests(environment.issuer)).hasSize(i - 1);
                    clock.advance(Duration.ofSeconds(1));
                    client.callTool("look", Map.of());
                    assertThat(findRefreshRequests(environment.issuer)).hasSize(i);
                }
            }
            // A different process reads the time at which the token was issued.
            OAuthTestEnvironment.callToolOnce(environment
                    .newClientBuilder()
                    .clock(clock)
                    .tokenStore(store)
                    .build());
            assertThat(findRefreshRequests(environment.issuer)).hasSize(5);
            assertThat(environment.openedPages).hasSize(1);
        }
    }

    /** Issue 20, item 38: after invalid_client the registration is removed and the client registers again. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_client_that_is_unknown_at_a_refresh_is_registered_again(boolean isEarly) throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            ManualClock clock = new ManualClock("2026-11-01T00:00:00Z");
            OAuthClient oauth = environment.newClientBuilder().clock(clock).build();
            OAuthTestEnvironment.callToolOnce(oauth);
            String oldId = oauth.currentLogin().orElseThrow().clientId();
            environment
                    .issuer
                    .httpServer
                    .setHandler(
                            "/token",
                            request -> oldId.equals(request.formParameters().get("client_id"))
                                    ? StubResponse.ofJson(401, Map.of("error", "invalid_client"))
                                    : environment.issuer.handle("/token", request))
                    .setHandler(
                            "/authorize",
                            request -> oldId.equals(request.query().get("client_id"))
                                    ? StubResponse.ofStatus(400)
                                    : environment.issuer.handle("/authorize", request));
            environment.issuer.accessTokens.clear();
            if (isEarly) {
                clock.advance(Duration.ofMinutes(59).plusSeconds(45));
            }
            OAuthTestEnvironment.callToolOnce(oauth);
            assertThat(oauth.currentLogin().orElseThrow().clientId()).isNotEqualTo(oldId);
            assertThat(environment.issuer.httpServer.requestsFor("/register")).hasSize(2);
            assertThat(findRefreshRequests(environment.issuer)).hasSize(1);
            assertThat(environment.openedPages).hasSize(2);
        }
    }

    /** Issue 20, item 38: a temporary error of a refresh keeps the refresh token. */
    @ParameterizedTest
    @CsvSource({
        "400, temporarily_unavailable",
        "503, temporarily_unavailable",
        "400, server_error",
        "502, other",
        "429, other"
    })
    void a_refresh_token_is_kept_after_a_temporary_error(int status, String code) throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            OAuthClient oauth = environment.newClientBuilder().build();
            OAuthTestEnvironment.callToolOnce(oauth);
            environment.issuer.httpServer.setHandler(
                    "/token", request -> StubResponse.ofJson(status, Map.of("error", code)));
            environment.issuer.accessTokens.clear();
            assertThatThrownBy(() -> OAuthTestEnvironment.callToolOnce(oauth)).hasStackTraceContaining(code);

            environment.issuer.httpServer.setHandler("/token", request -> environment.issuer.handle("/token", request));
            OAuthTestEnvironment.callToolOnce(oauth);
            assertThat(findRefreshRequests(environment.issuer)).hasSize(2);
            assertThat(environment.openedPages).as("logins").hasSize(1);
        }
    }

    @Test
    void many_threads_refresh_once() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment();
                McpClient client = OAuthTestEnvironment.connect(
                        environment.newClientBuilder().build())) {
            client.callTool("look", Map.of());
            environment.issuer.accessTokens.clear();
            runConcurrently(32, () -> client.callTool("look", Map.of()));
            assertThat(findRefreshRequests(environment.issuer)).hasSize(1);
            assertThat(environment.openedPages).hasSize(1);
        }
    }

    @Test
    void many_threads_cause_one_login() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            OAuthClient oauth = environment.newClientBuilder().build();
            runConcurrently(16, () -> OAuthTestEnvironment.callToolOnce(oauth));
            assertThat(environment.openedPages).hasSize(1);
        }
    }

    @Test
    void a_failed_login_fails_for_all_waiting_threads() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            CountDownLatch waitingThreads = new CountDownLatch(8);
            OAuthClient oauth = environment
                    .newClientBuilder()
                    .browser(page -> {
                        environment.openedPages.add(page);
                        try {
                            assertThat(waitingThreads.await(20, TimeUnit.SECONDS))
                                    .isTrue();
                            TimeUnit.MILLISECONDS.sleep(500);
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                        return false;
                    })
                    .build();
            UnauthorizedResponse unauthorized =
                    new UnauthorizedResponse(401, URI.create(environment.server.url()), Map.of(), List.of(), Map.of());
            runConcurrently(8, () -> {
                waitingThreads.countDown();
                assertThatThrownBy(() -> oauth.renew(unauthorized))
                        .isInstanceOf(AuthorizationException.class)
                        .hasMessageContaining("could not be shown");
            });
            assertThat(environment.openedPages).hasSize(1);
            assertThatThrownBy(() -> oauth.renew(unauthorized)).isInstanceOf(AuthorizationException.class);
            assertThat(environment.openedPages).hasSize(2);
        }
    }

    @Test
    void several_processes_that_share_a_file_refresh_once(@TempDir Path folder) throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            Path file = folder.resolve("mine").resolve("tokens.json");
            OAuthTestEnvironment.callToolOnce(environment
                    .newClientBuilder()
                    .tokenStore(FileTokenStore.of(file))
                    .build());
            OAuthClient first = environment
                    .newClientBuilder()
                    .tokenStore(FileTokenStore.of(file))
                    .build();
            OAuthClient second = environment
                    .newClientBuilder()
                    .tokenStore(FileTokenStore.of(file))
                    .build();
            assertThat(first.currentLogin()).isPresent();
            assertThat(second.currentLogin()).isPresent();
            environment.issuer.accessTokens.clear();
            OAuthTestEnvironment.callToolOnce(first);
            OAuthTestEnvironment.callToolOnce(second);
            assertThat(findRefreshRequests(environment.issuer)).hasSize(1);
            assertThat(environment.openedPages).hasSize(1);
        }
    }

    @Test
    @Covers("2026-07-28/auth-client/refresh-no-assumption")
    void without_a_refresh_token_the_user_logs_in_again() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            environment.issuer.issuesRefreshTokens = false;
            OAuthClient oauth = environment.newClientBuilder().build();
            OAuthTestEnvironment.callToolOnce(oauth);
            assertThat(oauth.currentLogin().orElseThrow().isRefreshable()).isFalse();
            environment.issuer.accessTokens.clear();
            OAuthTestEnvironment.callToolOnce(oauth);
            assertThat(environment.openedPages).hasSize(2);
            assertThat(findRefreshRequests(environment.issuer)).isEmpty();
        }
    }

    @Test
    void an_invalid_refresh_token_is_tried_once() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            OAuthClient oauth = environment.newClientBuilder().build();
            OAuthTestEnvironment.callToolOnce(oauth);
            environment.issuer.accessTokens.clear();
            environment.issuer.refreshTokens.clear();
            OAuthTestEnvironment.callToolOnce(oauth);
            assertThat(findRefreshRequests(environment.issuer)).hasSize(1);
            assertThat(environment.openedPages).hasSize(2);
        }
    }

    @Test
    void a_refresh_token_that_is_not_replaced_is_used_again() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            OAuthClient oauth = environment.newClientBuilder().build();
            OAuthTestEnvironment.callToolOnce(oauth);
            environment.issuer.httpServer.setHandler("/token", request -> {
                String refreshToken = request.formParameters().get("refresh_token");
                environment.issuer.issuesRefreshTokens = false;
                StubResponse response = environment.issuer.handle("/token", request);
                environment.issuer.refreshTokens.put(refreshToken, Set.of());
                return response;
            });
            for (int i = 0; i < 3; i++) {
                environment.issuer.accessTokens.clear();
                OAuthTestEnvironment.callToolOnce(oauth);
            }
            assertThat(findRefreshRequests(environment.issuer)).hasSize(3);
            assertThat(environment.openedPages).hasSize(1);
        }
    }

    @Test
    void a_valid_token_is_used_while_the_authorization_server_is_unavailable() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            environment.issuer.expiresIn = 20;
            OAuthClient oauth = environment.newClientBuilder().build();
            try (McpClient client = OAuthTestEnvironment.connect(oauth)) {
                environment.issuer.httpServer.setHandler("/token", request -> StubResponse.ofStatus(503));
                environment.issuer.httpServer.removeHandler(TestIssuer.METADATA);
                int before = environment.issuer.httpServer.requests.size();
                client.callTool("look", Map.of());
                client.callTool("look", Map.of());
                // The server is called once, and then not for a while.
                assertThat(environment.issuer.httpServer.requests.size() - before)
                        .isLessThanOrEqualTo(2);
            }
        }
    }

    @Test
    void a_rejected_new_token_causes_no_endless_logins() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment()) {
            environment.issuer.httpServer.setHandler("/token", request -> {
                StubResponse response = environment.issuer.handle("/token", request);
                environment.issuer.accessTokens.clear();
                return response;
            });
            OAuthClient oauth = environment.newClientBuilder().build();
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> OAuthTestEnvironment.callToolOnce(oauth))
                        .isInstanceOf(AuthorizationException.class)
                        .hasMessageContaining("rejects the token");
            }
            assertThat(environment.openedPages).hasSize(1);
        }
    }

    @Test
    @Covers({"core/auth-client/bearer-header", "core/auth-client/no-query-token", "core/auth-client/only-own-as-tokens"
    })
    void a_token_is_only_sent_in_the_header_of_requests_to_its_server() throws Exception {
        try (OAuthTestEnvironment environment = new OAuthTestEnvironment();
                StubHttpServer other = new StubHttpServer()) {
            OAuthClient oauth = environment.newClientBuilder().build();
            OAuthTestEnvironment.callToolOnce(oauth);
            String token = "Bearer "
                    + environment.issuer.accessTokens.keySet().iterator().next();
            List<StubHttpServer.ReceivedRequest> calls = environment.server.httpServer.requestsFor("/mcp");
            assertThat(calls.stream().skip(1)).hasSizeGreaterThan(1).allSatisfy(request -> {
                assertThat(request.header("Authorization")).isEqualTo(token);
                assertThat(request.query()).isEmpty();
            });
            assertThat(oauth.headers("POST", URI.create(environment.server.url())))
                    .containsValue(token);
            assertThat(oauth.headers("POST", URI.create(other.baseUrl() + "/mcp")))
                    .isEmpty();
            assertThat(oauth.headers("POST", URI.create(environment.server.url().replace("http:", "https:"))))
                    .isEmpty();
        }
    }
}
