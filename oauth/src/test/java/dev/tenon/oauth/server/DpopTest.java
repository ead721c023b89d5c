package dev.tenon.oauth.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.support.LogCapture;
import dev.tenon.oauth.server.internal.DpopNonceGenerator;
import dev.tenon.oauth.server.internal.ReplayCache;
import dev.tenon.server.StateEncryptionKeys;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Tokens that are bound to a key, and their proofs. */
@Isolated("it reads the log of all tests")
class DpopTest {
    private final Issuer issuer = new Issuer();
    private final String token = issuer.bound("mcp");

    private static HttpResponse<String> knock(ProtectedTestServer site, String token, String proof) throws Exception {
        return RequestSender.send(RequestSender.tool(site.uri(), "whoami")
                .header("Authorization", "DPoP " + token)
                .header("DPoP", proof));
    }

    @Test
    void a_bound_token_with_its_proof_is_accepted() throws Exception {
        try (ProtectedTestServer site =
                ProtectedTestServer.open(ProtectedTestServer.resource().build())) {
            HttpResponse<String> answer = knock(site, token, Proof.of(token));

            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).contains("https://login.example.com|ann");
            assertThat(answer.headers().firstValue("DPoP-Nonce")).isEmpty();
        }
    }

    @Test
    void equivalent_spellings_of_a_url_are_equal() throws Exception {
        try (ProtectedTestServer site =
                ProtectedTestServer.open(ProtectedTestServer.resource().build())) {
            for (String htu : List.of(
                    "HTTPS://MCP.example.com/mcp",
                    "https://mcp.example.com:443/mcp",
                    "https://mcp.example.com/mcp?a=b",
                    "https://mcp.example.com/mcp#c")) {
                String proof = Proof.of(token, claims -> claims.put("htu", htu));

                assertThat(knock(site, token, proof).statusCode()).as(htu).isEqualTo(200);
            }
        }
    }

    @Test
    void a_proof_is_accepted_once() throws Exception {
        try (ProtectedTestServer site =
                ProtectedTestServer.open(ProtectedTestServer.resource().build())) {
            String proof = Proof.of(token);

            assertThat(knock(site, token, proof).statusCode()).isEqualTo(200);
            for (int i = 0; i < 3; i++) {
                try (LogCapture log = new LogCapture()) {
                    HttpResponse<String> again = knock(site, token, proof);
                    assertThat(again.statusCode()).isEqualTo(401);
                    assertThat(RequestSender.challenge(again)).startsWith("DPoP error=\"invalid_dpop_proof\"");
                    assertThat(log.capturedText()).contains("used before");
                }
            }
        }
    }

    @Test
    void of_concurrent_requests_with_one_proof_one_is_accepted() throws Exception {
        var threads = Executors.newFixedThreadPool(8);
        try (ProtectedTestServer site =
                ProtectedTestServer.open(ProtectedTestServer.resource().build())) {
            String proof = Proof.of(token);
            CountDownLatch go = new CountDownLatch(1);
            List<Future<Integer>> answers = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                answers.add(threads.submit(() -> {
                    go.await();
                    return knock(site, token, proof).statusCode();
                }));
            }
            go.countDown();
            List<Integer> statuses = new ArrayList<>();
            for (Future<Integer> answer : answers) {
                statuses.add(answer.get());
            }

            assertThat(statuses).containsOnlyOnce(200);
            assertThat(statuses.stream().filter(status -> status == 401)).hasSize(7);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void a_rejected_proof_does_not_use_its_id() throws Exception {
        try (ProtectedTestServer site =
                ProtectedTestServer.open(ProtectedTestServer.resource().build())) {
            String id = UUID.randomUUID().toString();
            String bad = Proof.of(token, claims -> {
                claims.put("jti", id);
                claims.put("ath", "x");
            });

            assertThat(knock(site, token, bad).statusCode()).isEqualTo(401);
            assertThat(knock(site, token, Proof.of(token, claims -> claims.put("jti", id)))
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void proofs_are_rejected_when_no_more_can_be_remembered() throws Exception {
        DpopPolicy rules = DpopPolicy.DEFAULT.withMaxRememberedProofs(4);
        try (ProtectedTestServer site = ProtectedTestServer.open(
                ProtectedTestServer.resource().dpop(rules).build())) {
            assertThat(knock(site, token, Proof.of(token)).statusCode()).isEqualTo(200);
            assertThat(knock(site, token, Proof.of(token)).statusCode()).isEqualTo(200);
            HttpResponse<String> answer = knock(site, token, Proof.of(token));

            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.headers().firstValue("Retry-After")).hasValue("5");
        }
    }

    @Test
    void expired_proofs_are_forgotten() {
        Ticking clock = new Ticking();
        ReplayCache cache = new ReplayCache(clock, Duration.ofSeconds(70), 4);

        assertThat(cache.markUsedAndGetStatus("a", "1")).isEqualTo(ReplayCache.ReplayStatus.NEW);
        assertThat(cache.markUsedAndGetStatus("a", "2")).isEqualTo(ReplayCache.ReplayStatus.NEW);
        assertThat(cache.markUsedAndGetStatus("a", "3"))
                .as("half is for one key")
                .isEqualTo(ReplayCache.ReplayStatus.FULL);
        assertThat(cache.markUsedAndGetStatus("b", "1")).isEqualTo(ReplayCache.ReplayStatus.NEW);
        clock.pass(Duration.ofSeconds(69));
        assertThat(cache.markUsedAndGetStatus("a", "1")).isEqualTo(ReplayCache.ReplayStatus.USED);
        clock.pass(Duration.ofSeconds(1));
        assertThat(cache.markUsedAndGetStatus("a", "1")).isEqualTo(ReplayCache.ReplayStatus.NEW);
        assertThat(cache.markUsedAndGetStatus("a", "3")).isEqualTo(ReplayCache.ReplayStatus.NEW);
    }

    @Test
    void an_unbound_token_is_rejected_if_proofs_are_required() throws Exception {
        try (ProtectedTestServer site = ProtectedTestServer.open(ProtectedTestServer.resource()
                .dpop(DpopPolicy.DEFAULT.withRequired().withAlgorithms("ES256"))
                .build())) {
            HttpResponse<String> nothing = RequestSender.send(RequestSender.tool(site.uri(), "whoami"));
            HttpResponse<String> free =
                    RequestSender.bearer(RequestSender.tool(site.uri(), "whoami"), issuer.token("mcp"));
            URI metadata = site.uri().resolve("/.well-known/oauth-protected-resource/mcp");

            assertThat(nothing.statusCode()).isEqualTo(401);
            assertThat(RequestSender.challenge(nothing))
                    .startsWith("DPoP resource_metadata=")
                    .endsWith("algs=\"ES256\"");
            assertThat(free.statusCode()).isEqualTo(401);
            assertThat(RequestSender.challenge(free)).startsWith("DPoP error=\"invalid_token\"");
            assertThat(knock(site, token, Proof.of(token)).statusCode()).isEqualTo(200);
            assertThat(RequestSender.send(RequestSender.at(metadata).GET()).body())
                    .contains("\"dpop_bound_access_tokens_required\":true")
                    .contains("\"dpop_signing_alg_values_supported\":[\"ES256\"]");
        }
    }

    @Test
    void insufficient_scope_is_reported_in_the_scheme_of_the_caller() throws Exception {
        try (ProtectedTestServer site =
                ProtectedTestServer.open(ProtectedTestServer.resource().build())) {
            HttpResponse<String> answer = RequestSender.send(RequestSender.tool(site.uri(), "write")
                    .header("Authorization", "DPoP " + token)
                    .header("DPoP", Proof.of(token)));

            assertThat(answer.statusCode()).isEqualTo(403);
            assertThat(RequestSender.challenge(answer))
                    .startsWith("DPoP error=\"insufficient_scope\"")
                    .contains("scope=\"files:read files:write mcp\"");
        }
    }

    @Test
    void a_nonce_is_required_sent_and_accepted() throws Exception {
        DpopPolicy rules = DpopPolicy.DEFAULT.withNonces(Duration.ofMinutes(5));
        try (ProtectedTestServer site = ProtectedTestServer.open(
                ProtectedTestServer.resource().dpop(rules).build())) {
            HttpResponse<String> without = knock(site, token, Proof.of(token));
            String nonce = without.headers().firstValue("DPoP-Nonce").orElseThrow();
            HttpResponse<String> with = knock(site, token, Proof.of(token, claims -> claims.put("nonce", nonce)));

            assertThat(without.statusCode()).isEqualTo(401);
            assertThat(RequestSender.challenge(without)).startsWith("DPoP error=\"use_dpop_nonce\"");
            assertThat(with.statusCode()).isEqualTo(200);
            assertThat(with.headers().firstValue("DPoP-Nonce")).isPresent();
            for (String bad : List.of("x", nonce.substring(1), changed(nonce), "A".repeat(32))) {
                HttpResponse<String> other = knock(site, token, Proof.of(token, claims -> claims.put("nonce", bad)));
                assertThat(other.statusCode()).as(bad).isEqualTo(401);
                assertThat(RequestSender.challenge(other)).startsWith("DPoP error=\"use_dpop_nonce\"");
                assertThat(other.headers().firstValue("DPoP-Nonce")).isPresent();
            }
        }
    }

    private static String changed(String nonce) {
        return nonce.substring(0, 20) + (nonce.charAt(20) == 'A' ? 'B' : 'A') + nonce.substring(21);
    }

    @Test
    void a_nonce_expires_and_is_valid_on_every_node_with_the_key() {
        Ticking clock = new Ticking();
        StateEncryptionKeys keys = StateEncryptionKeys.generate();
        DpopNonceGenerator here = new DpopNonceGenerator(keys, clock, Duration.ofSeconds(60));
        DpopNonceGenerator there = new DpopNonceGenerator(keys, clock, Duration.ofSeconds(60));
        DpopNonceGenerator elsewhere =
                new DpopNonceGenerator(StateEncryptionKeys.generate(), clock, Duration.ofSeconds(60));
        String nonce = here.currentNonce();

        assertThat(there.isValid(nonce)).isTrue();
        assertThat(elsewhere.isValid(nonce)).isFalse();
        clock.pass(Duration.ofSeconds(31));
        assertThat(here.isValid(nonce)).isTrue();
        assertThat(here.currentNonce()).isNotEqualTo(nonce);
        clock.pass(Duration.ofSeconds(61));
        assertThat(here.isValid(nonce)).isFalse();
    }

    @Test
    void a_web_socket_has_its_own_url() throws Exception {
        try (ProtectedTestServer site = ProtectedTestServer.open(
                ProtectedTestServer.offering(),
                ProtectedTestServer.resource().build(),
                http -> http.webSocket("/ws"))) {
            URI socket = site.uri().resolve("/ws");
            HttpRequest.Builder request = HttpRequest.newBuilder(socket)
                    .header("Authorization", "DPoP " + token)
                    .header(
                            "DPoP",
                            Proof.of(
                                    token,
                                    claims ->
                                            claims.putAll(Map.of("htm", "GET", "htu", "https://mcp.example.com/ws"))));

            assertThat(RequestSender.send(request).statusCode())
                    .as("let in, and asked to upgrade")
                    .isEqualTo(426);
        }
    }

    /** A clock that the test advances. */
    static final class Ticking extends Clock {
        private Instant now = Instant.parse("2030-01-01T00:00:00Z");

        void pass(Duration time) {
            now = now.plus(time);
        }

        @Override
        public java.time.ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(java.time.ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    }
}
