package dev.tenon.oauth.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.McpClient;
import dev.tenon.client.endpoint.CredentialsProvider.UnauthorizedResponse;
import dev.tenon.coverage.Covers;
import dev.tenon.oauth.client.StubHttpServer.Answer;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Expired tokens are refreshed once for all callers, and only at the server that issued them. */
class RefreshTest {
    private static List<Map<String, String>> refreshes(TestIssuer issuer) {
        return issuer.tokenRequests().stream()
                .filter(asked -> "refresh_token".equals(asked.get("grant_type")))
                .toList();
    }

    private static void together(int threads, Runnable work) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        CountDownLatch start = new CountDownLatch(1);
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            all.add(pool.submit(() -> {
                start.await();
                work.run();
                return null;
            }));
        }
        start.countDown();
        for (Future<?> one : all) {
            one.get(60, TimeUnit.SECONDS);
        }
        pool.shutdown();
    }

    /** A clock that a test sets. */
    static final class Hands extends Clock {
        private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-01T00:00:00Z"));

        void pass(Duration time) {
            now.updateAndGet(before -> before.plus(time));
        }

        @Override
        public Instant instant() {
            return now.get();
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }

    @Test
    void a_token_is_refreshed_before_it_ends_and_the_refresh_token_with_it() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            Hands clock = new Hands();
            OAuthClient oauth = lab.oauth().clock(clock).build();
            try (McpClient client = OAuthTestEnvironment.connect(oauth)) {
                for (int i = 0; i < 3; i++) {
                    client.callTool("look", Map.of());
                    clock.pass(Duration.ofSeconds(3600 - 31));
                    client.callTool("look", Map.of());
                    assertThat(refreshes(lab.issuer)).hasSize(i);
                    clock.pass(Duration.ofSeconds(1));
                    client.callTool("look", Map.of());
                    assertThat(refreshes(lab.issuer)).hasSize(i + 1);
                }
            }
            // Each refresh token was used once; the authorization server accepts it only once.
            assertThat(refreshes(lab.issuer).stream().map(asked -> asked.get("refresh_token")))
                    .doesNotHaveDuplicates();
            assertThat(lab.pages).hasSize(1);
        }
    }

    /** Issue 20, item 38: tokens that live shorter than the margin are not refreshed before every request. */
    @Test
    void a_token_that_lives_shorter_than_the_margin_is_refreshed_once_in_its_life() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            Hands clock = new Hands();
            lab.issuer.seconds = 20;
            TokenStore store = TokenStore.inMemory();
            OAuthClient oauth = lab.oauth().clock(clock).tokenStore(store).build();
            try (McpClient client = OAuthTestEnvironment.connect(oauth)) {
                for (int i = 1; i <= 5; i++) {
                    for (int j = 0; j < 7; j++) {
                        clock.pass(Duration.ofSeconds(2));
                        client.callTool("look", Map.of());
                    }
                    assertThat(refreshes(lab.issuer)).hasSize(i - 1);
                    clock.pass(Duration.ofSeconds(1));
                    client.callTool("look", Map.of());
                    assertThat(refreshes(lab.issuer)).hasSize(i);
                }
            }
            // A different process reads the time at which the token was issued.
            OAuthTestEnvironment.visit(
                    lab.oauth().clock(clock).tokenStore(store).build());
            assertThat(refreshes(lab.issuer)).hasSize(5);
            assertThat(lab.pages).hasSize(1);
        }
    }

    /** Issue 20, item 38: after invalid_client the registration is removed and the client registers again. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_client_that_a_refresh_finds_unknown_is_registered_again(boolean isEarly) throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            Hands clock = new Hands();
            OAuthClient oauth = lab.oauth().clock(clock).build();
            OAuthTestEnvironment.visit(oauth);
            String old = oauth.currentLogin().orElseThrow().clientId();
            lab.issuer
                    .place
                    .on(
                            "/token",
                            seen -> old.equals(seen.form().get("client_id"))
                                    ? Answer.json(401, Map.of("error", "invalid_client"))
                                    : lab.issuer.handle("/token", seen))
                    .on(
                            "/authorize",
                            seen -> old.equals(seen.query().get("client_id"))
                                    ? Answer.status(400)
                                    : lab.issuer.handle("/authorize", seen));
            lab.issuer.good.clear();
            if (isEarly) {
                clock.pass(Duration.ofMinutes(59).plusSeconds(45));
            }
            OAuthTestEnvironment.visit(oauth);
            assertThat(oauth.currentLogin().orElseThrow().clientId()).isNotEqualTo(old);
            assertThat(lab.issuer.place.seen("/register")).hasSize(2);
            assertThat(refreshes(lab.issuer)).hasSize(1);
            assertThat(lab.pages).hasSize(2);
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
    void a_refresh_token_that_is_refused_for_now_is_used_again_later(int status, String code) throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            OAuthClient oauth = lab.oauth().build();
            OAuthTestEnvironment.visit(oauth);
            lab.issuer.place.on("/token", seen -> Answer.json(status, Map.of("error", code)));
            lab.issuer.good.clear();
            assertThatThrownBy(() -> OAuthTestEnvironment.visit(oauth)).hasStackTraceContaining(code);

            lab.issuer.place.on("/token", seen -> lab.issuer.handle("/token", seen));
            OAuthTestEnvironment.visit(oauth);
            assertThat(refreshes(lab.issuer)).hasSize(2);
            assertThat(lab.pages).as("logins").hasSize(1);
        }
    }

    @Test
    void many_threads_refresh_once() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment();
                McpClient client = OAuthTestEnvironment.connect(lab.oauth().build())) {
            client.callTool("look", Map.of());
            lab.issuer.good.clear();
            together(32, () -> client.callTool("look", Map.of()));
            assertThat(refreshes(lab.issuer)).hasSize(1);
            assertThat(lab.pages).hasSize(1);
        }
    }

    @Test
    void many_threads_ask_a_person_once() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            OAuthClient oauth = lab.oauth().build();
            together(16, () -> OAuthTestEnvironment.visit(oauth));
            assertThat(lab.pages).hasSize(1);
        }
    }

    @Test
    void a_failed_login_fails_for_all_waiting_threads() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            CountDownLatch waiting = new CountDownLatch(8);
            OAuthClient oauth = lab.oauth()
                    .browser(page -> {
                        lab.pages.add(page);
                        try {
                            assertThat(waiting.await(20, TimeUnit.SECONDS)).isTrue();
                            TimeUnit.MILLISECONDS.sleep(500);
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                        return false;
                    })
                    .build();
            UnauthorizedResponse refusal =
                    new UnauthorizedResponse(401, URI.create(lab.server.url()), Map.of(), List.of(), Map.of());
            together(8, () -> {
                waiting.countDown();
                assertThatThrownBy(() -> oauth.renew(refusal))
                        .isInstanceOf(AuthorizationException.class)
                        .hasMessageContaining("could not be shown");
            });
            assertThat(lab.pages).hasSize(1);
            assertThatThrownBy(() -> oauth.renew(refusal)).isInstanceOf(AuthorizationException.class);
            assertThat(lab.pages).hasSize(2);
        }
    }

    @Test
    void several_processes_that_share_a_file_refresh_once(@TempDir Path folder) throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            Path file = folder.resolve("mine").resolve("tokens.json");
            OAuthTestEnvironment.visit(
                    lab.oauth().tokenStore(FileTokenStore.of(file)).build());
            OAuthClient first = lab.oauth().tokenStore(FileTokenStore.of(file)).build();
            OAuthClient second = lab.oauth().tokenStore(FileTokenStore.of(file)).build();
            assertThat(first.currentLogin()).isPresent();
            assertThat(second.currentLogin()).isPresent();
            lab.issuer.good.clear();
            OAuthTestEnvironment.visit(first);
            OAuthTestEnvironment.visit(second);
            assertThat(refreshes(lab.issuer)).hasSize(1);
            assertThat(lab.pages).hasSize(1);
        }
    }

    @Test
    @Covers("2026-07-28/auth-client/refresh-no-assumption")
    void without_a_refresh_token_the_person_is_asked_again() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            lab.issuer.givesRefresh = false;
            OAuthClient oauth = lab.oauth().build();
            OAuthTestEnvironment.visit(oauth);
            assertThat(oauth.currentLogin().orElseThrow().isRefreshable()).isFalse();
            lab.issuer.good.clear();
            OAuthTestEnvironment.visit(oauth);
            assertThat(lab.pages).hasSize(2);
            assertThat(refreshes(lab.issuer)).isEmpty();
        }
    }

    @Test
    void an_invalid_refresh_token_is_tried_once() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            OAuthClient oauth = lab.oauth().build();
            OAuthTestEnvironment.visit(oauth);
            lab.issuer.good.clear();
            lab.issuer.refreshing.clear();
            OAuthTestEnvironment.visit(oauth);
            assertThat(refreshes(lab.issuer)).hasSize(1);
            assertThat(lab.pages).hasSize(2);
        }
    }

    @Test
    void a_refresh_token_that_is_not_replaced_is_used_again() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            OAuthClient oauth = lab.oauth().build();
            OAuthTestEnvironment.visit(oauth);
            lab.issuer.place.on("/token", seen -> {
                String kept = seen.form().get("refresh_token");
                lab.issuer.givesRefresh = false;
                Answer given = lab.issuer.handle("/token", seen);
                lab.issuer.refreshing.put(kept, Set.of());
                return given;
            });
            for (int i = 0; i < 3; i++) {
                lab.issuer.good.clear();
                OAuthTestEnvironment.visit(oauth);
            }
            assertThat(refreshes(lab.issuer)).hasSize(3);
            assertThat(lab.pages).hasSize(1);
        }
    }

    @Test
    void an_authorization_server_that_is_down_does_not_stop_a_token_that_is_still_good() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            lab.issuer.seconds = 20;
            OAuthClient oauth = lab.oauth().build();
            try (McpClient client = OAuthTestEnvironment.connect(oauth)) {
                lab.issuer.place.on("/token", seen -> Answer.status(503));
                lab.issuer.place.off(TestIssuer.METADATA);
                int before = lab.issuer.place.seen.size();
                client.callTool("look", Map.of());
                client.callTool("look", Map.of());
                // The server is called once, and then not for a while.
                assertThat(lab.issuer.place.seen.size() - before).isLessThanOrEqualTo(2);
            }
        }
    }

    @Test
    void a_new_token_that_the_server_does_not_take_is_no_reason_to_log_in_for_ever() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment()) {
            lab.issuer.place.on("/token", seen -> {
                Answer given = lab.issuer.handle("/token", seen);
                lab.issuer.good.clear();
                return given;
            });
            OAuthClient oauth = lab.oauth().build();
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> OAuthTestEnvironment.visit(oauth))
                        .isInstanceOf(AuthorizationException.class)
                        .hasMessageContaining("rejects the token");
            }
            assertThat(lab.pages).hasSize(1);
        }
    }

    @Test
    @Covers({"core/auth-client/bearer-header", "core/auth-client/no-query-token", "core/auth-client/only-own-as-tokens"
    })
    void a_token_goes_into_the_header_of_every_request_to_its_server_and_nowhere_else() throws Exception {
        try (OAuthTestEnvironment lab = new OAuthTestEnvironment();
                StubHttpServer other = new StubHttpServer()) {
            OAuthClient oauth = lab.oauth().build();
            OAuthTestEnvironment.visit(oauth);
            String token = "Bearer " + lab.issuer.good.keySet().iterator().next();
            List<StubHttpServer.Seen> calls = lab.server.place.seen("/mcp");
            assertThat(calls.stream().skip(1)).hasSizeGreaterThan(1).allSatisfy(seen -> {
                assertThat(seen.header("Authorization")).isEqualTo(token);
                assertThat(seen.query()).isEmpty();
            });
            assertThat(oauth.headers("POST", URI.create(lab.server.url()))).containsValue(token);
            assertThat(oauth.headers("POST", URI.create(other.base() + "/mcp"))).isEmpty();
            assertThat(oauth.headers("POST", URI.create(lab.server.url().replace("http:", "https:"))))
                    .isEmpty();
        }
    }
}
