package dev.tenon.oauth.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.support.LogCapture;
import dev.tenon.oauth.ManualClock;
import dev.tenon.oauth.server.internal.DpopNonceGenerator;
import dev.tenon.oauth.server.internal.ReplayCache;
import dev.tenon.server.StateEncryptionKeys;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
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
class DpopVerificationTest {
    private final Issuer issuer = new Issuer();
    private final String token = issuer.issueBoundToken("mcp");

    private static HttpResponse<String> callWithProof(ProtectedTestServer server, String token, String proof)
            throws Exception {
        return RequestSender.send(RequestSender.newToolCall(server.uri(), "whoami")
                .header("Authorization", "DPoP " + token)
                .header("DPoP", proof));
    }

    @Test
    void a_bound_token_with_its_proof_is_accepted() throws Exception {
        try (ProtectedTestServer server = ProtectedTestServer.start(
                ProtectedTestServer.newAuthenticatorBuilder().build())) {
            HttpResponse<String> response = callWithProof(server, token, DpopProofs.create(token));

            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.body()).contains("https://login.example.com|ann");
            assertThat(response.headers().firstValue("DPoP-Nonce")).isEmpty();
        }
    }

    @Test
    void equivalent_spellings_of_a_url_are_equal() throws Exception {
        try (ProtectedTestServer server = ProtectedTestServer.start(
                ProtectedTestServer.newAuthenticatorBuilder().build())) {
            for (String htu : List.of(
                    "HTTPS://MCP.example.com/mcp",
                    "https://mcp.example.com:443/mcp",
                    "https://mcp.example.com/mcp?a=b",
                    "https://mcp.example.com/mcp#c")) {
                String proof = DpopProofs.create(token, claims -> claims.put("htu", htu));

                assertThat(callWithProof(server, token, proof).statusCode())
                        .as(htu)
                        .isEqualTo(200);
            }
        }
    }

    @Test
    void a_proof_is_accepted_once() throws Exception {
        try (ProtectedTestServer server = ProtectedTestServer.start(
                ProtectedTestServer.newAuthenticatorBuilder().build())) {
            String proof = DpopProofs.create(token);

            assertThat(callWithProof(server, token, proof).statusCode()).isEqualTo(200);
            for (int i = 0; i < 3; i++) {
                try (LogCapture log = new LogCapture()) {
                    HttpResponse<String> repeated = callWithProof(server, token, proof);
                    assertThat(repeated.statusCode()).isEqualTo(401);
                    assertThat(RequestSender.getChallenge(repeated)).startsWith("DPoP error=\"invalid_dpop_proof\"");
                    assertThat(log.capturedText()).contains("used before");
                }
            }
        }
    }

    @Test
    void of_concurrent_requests_with_one_proof_one_is_accepted() throws Exception {
        var threads = Executors.newFixedThreadPool(8);
        try (ProtectedTestServer server = ProtectedTestServer.start(
                ProtectedTestServer.newAuthenticatorBuilder().build())) {
            String proof = DpopProofs.create(token);
            CountDownLatch startSignal = new CountDownLatch(1);
            List<Future<Integer>> responses = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                responses.add(threads.submit(() -> {
                    startSignal.await();
                    return callWithProof(server, token, proof).statusCode();
                }));
            }
            startSignal.countDown();
            List<Integer> statuses = new ArrayList<>();
            for (Future<Integer> response : responses) {
                statuses.add(response.get());
            }

            assertThat(statuses).containsOnlyOnce(200);
            assertThat(statuses.stream().filter(status -> status == 401)).hasSize(7);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void a_rejected_proof_does_not_use_its_id() throws Exception {
        try (ProtectedTestServer server = ProtectedTestServer.start(
                ProtectedTestServer.newAuthenticatorBuilder().build())) {
            String id = UUID.randomUUID().toString();
            String invalidProof = DpopProofs.create(token, claims -> {
                claims.put("jti", id);
                claims.put("ath", "x");
            });

            assertThat(callWithProof(server, token, invalidProof).statusCode()).isEqualTo(401);
            assertThat(callWithProof(server, token, DpopProofs.create(token, claims -> claims.put("jti", id)))
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void proofs_are_rejected_when_no_more_can_be_remembered() throws Exception {
        DpopPolicy policy = DpopPolicy.DEFAULT.withMaxRememberedProofs(4);
        try (ProtectedTestServer server = ProtectedTestServer.start(
                ProtectedTestServer.newAuthenticatorBuilder().dpop(policy).build())) {
            assertThat(callWithProof(server, token, DpopProofs.create(token)).statusCode())
                    .isEqualTo(200);
            assertThat(callWithProof(server, token, DpopProofs.create(token)).statusCode())
                    .isEqualTo(200);
            HttpResponse<String> response = callWithProof(server, token, DpopProofs.create(token));

            assertThat(response.statusCode()).isEqualTo(503);
            assertThat(response.headers().firstValue("Retry-After")).hasValue("5");
        }
    }

    @Test
    void expired_proofs_are_forgotten() {
        ManualClock clock = new ManualClock("2030-01-01T00:00:00Z");
        ReplayCache cache = new ReplayCache(clock, Duration.ofSeconds(70), 4);

        assertThat(cache.markUsedAndGetStatus("a", "1")).isEqualTo(ReplayCache.ReplayStatus.NEW);
        assertThat(cache.markUsedAndGetStatus("a", "2")).isEqualTo(ReplayCache.ReplayStatus.NEW);
        assertThat(cache.markUsedAndGetStatus("a", "3"))
                .as("half is for one key")
                .isEqualTo(ReplayCache.ReplayStatus.FULL);
        assertThat(cache.markUsedAndGetStatus("b", "1")).isEqualTo(ReplayCache.ReplayStatus.NEW);
        clock.advance(Duration.ofSeconds(69));
        assertThat(cache.markUsedAndGetStatus("a", "1")).isEqualTo(ReplayCache.ReplayStatus.USED);
        clock.advance(Duration.ofSeconds(2));
        assertThat(cache.markUsedAndGetStatus("a", "1")).isEqualTo(ReplayCache.ReplayStatus.NEW);
        assertThat(cache.markUsedAndGetStatus("a", "3")).isEqualTo(ReplayCache.ReplayStatus.NEW);
    }

    @Test
    void an_unbound_token_is_rejected_if_proofs_are_required() throws Exception {
        try (ProtectedTestServer server = ProtectedTestServer.start(ProtectedTestServer.newAuthenticatorBuilder()
                .dpop(DpopPolicy.DEFAULT.withRequired().withAlgorithms("ES256"))
                .build())) {
            HttpResponse<String> withoutToken = RequestSender.send(RequestSender.newToolCall(server.uri(), "whoami"));
            HttpResponse<String> unboundToken = RequestSender.sendWithToken(
                    RequestSender.newToolCall(server.uri(), "whoami"), issuer.issueToken("mcp"));
            URI metadata = server.uri().resolve("/.well-known/oauth-protected-resource/mcp");

            assertThat(withoutToken.statusCode()).isEqualTo(401);
            assertThat(RequestSender.getChallenge(withoutToken))
                    .startsWith("DPoP resource_metadata=")
                    .endsWith("algs=\"ES256\"");
            assertThat(unboundToken.statusCode()).isEqualTo(401);
            assertThat(RequestSender.getChallenge(unboundToken)).startsWith("DPoP error=\"invalid_token\"");
            assertThat(callWithProof(server, token, DpopProofs.create(token)).statusCode())
                    .isEqualTo(200);
            assertThat(RequestSender.send(RequestSender.newRequest(metadata).GET())
                            .body())
                    .contains("\"dpop_bound_access_tokens_required\":true")
                    .contains("\"dpop_signing_alg_values_supported\":[\"ES256\"]");
        }
    }

    @Test
    void insufficient_scope_is_reported_in_the_scheme_of_the_caller() throws Exception {
        try (ProtectedTestServer server = ProtectedTestServer.start(
                ProtectedTestServer.newAuthenticatorBuilder().build())) {
            HttpResponse<String> response = RequestSender.send(RequestSender.newToolCall(server.uri(), "write")
                    .header("Authorization", "DPoP " + token)
                    .header("DPoP", DpopProofs.create(token)));

            assertThat(response.statusCode()).isEqualTo(403);
            assertThat(RequestSender.getChallenge(response))
                    .startsWith("DPoP error=\"insufficient_scope\"")
                    .contains("scope=\"files:read files:write mcp\"");
        }
    }

    @Test
    void a_nonce_is_required_sent_and_accepted() throws Exception {
        DpopPolicy policy = DpopPolicy.DEFAULT.withNonces(Duration.ofMinutes(5));
        try (ProtectedTestServer server = ProtectedTestServer.start(
                ProtectedTestServer.newAuthenticatorBuilder().dpop(policy).build())) {
            HttpResponse<String> withoutNonce = callWithProof(server, token, DpopProofs.create(token));
            String nonce = withoutNonce.headers().firstValue("DPoP-Nonce").orElseThrow();
            HttpResponse<String> withNonce =
                    callWithProof(server, token, DpopProofs.create(token, claims -> claims.put("nonce", nonce)));

            assertThat(withoutNonce.statusCode()).isEqualTo(401);
            assertThat(RequestSender.getChallenge(withoutNonce)).startsWith("DPoP error=\"use_dpop_nonce\"");
            assertThat(withNonce.statusCode()).isEqualTo(200);
            assertThat(withNonce.headers().firstValue("DPoP-Nonce")).isPresent();
            for (String invalidNonce : List.of("x", nonce.substring(1), changeCharacter(nonce), "A".repeat(32))) {
                HttpResponse<String> withInvalidNonce = callWithProof(
                        server, token, DpopProofs.create(token, claims -> claims.put("nonce", invalidNonce)));
                assertThat(withInvalidNonce.statusCode()).as(invalidNonce).isEqualTo(401);
                assertThat(RequestSender.getChallenge(withInvalidNonce)).startsWith("DPoP error=\"use_dpop_nonce\"");
                assertThat(withInvalidNonce.headers().firstValue("DPoP-Nonce")).isPresent();
            }
        }
    }

    private static String changeCharacter(String nonce) {
        return nonce.substring(0, 20) + (nonce.charAt(20) == 'A' ? 'B' : 'A') + nonce.substring(21);
    }

    @Test
    void a_nonce_expires_and_is_valid_on_every_node_with_the_key() {
        ManualClock clock = new ManualClock("2030-01-01T00:00:00Z");
        StateEncryptionKeys keys = StateEncryptionKeys.generate();
        DpopNonceGenerator generator = new DpopNonceGenerator(keys, clock, Duration.ofSeconds(60));
        DpopNonceGenerator otherNode = new DpopNonceGenerator(keys, clock, Duration.ofSeconds(60));
        DpopNonceGenerator otherKeys =
                new DpopNonceGenerator(StateEncryptionKeys.generate(), clock, Duration.ofSeconds(60));
        String nonce = generator.currentNonce();

        assertThat(otherNode.isValid(nonce)).isTrue();
        assertThat(otherKeys.isValid(nonce)).isFalse();
        clock.advance(Duration.ofSeconds(31));
        assertThat(generator.isValid(nonce)).isTrue();
        assertThat(generator.currentNonce()).isNotEqualTo(nonce);
        clock.advance(Duration.ofSeconds(61));
        assertThat(generator.isValid(nonce)).isFalse();
    }

    @Test
    void a_web_socket_has_its_own_url() throws Exception {
        try (ProtectedTestServer server = ProtectedTestServer.start(
                ProtectedTestServer.newServerBuilder(),
                ProtectedTestServer.newAuthenticatorBuilder().build(),
                http -> http.webSocket("/ws"))) {
            URI webSocketUri = server.uri().resolve("/ws");
            HttpRequest.Builder request = HttpRequest.newBuilder(webSocketUri)
                    .header("Authorization", "DPoP " + token)
                    .header(
                            "DPoP",
                            DpopProofs.create(
                                    token,
                                    claims ->
                                            claims.putAll(Map.of("htm", "GET", "htu", "https://mcp.example.com/ws"))));

            assertThat(RequestSender.send(request).statusCode())
                    .as("authenticated, and requires an upgrade")
                    .isEqualTo(426);
        }
    }
}
