package dev.tenon.oauth.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import dev.tenon.coverage.support.LogCapture;
import dev.tenon.oauth.ManualClock;
import dev.tenon.oauth.server.internal.HttpFetcher;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Keys that an issuer publishes: caching, rotation and limits for fetching. */
@Isolated("it reads the log of all tests")
class CachingKeySourceTest {
    private final ManualClock clock = new ManualClock("2030-01-01T00:00:00Z");
    private final Issuer issuer = new Issuer();

    private JwtVerifier createVerifier(StubServer keys) {
        return newVerifierBuilder(keys).build();
    }

    private JwtVerifierBuilder newVerifierBuilder(StubServer keys) {
        return JwtVerifier.forAudience(Issuer.RESOURCE)
                .issuer(Issuer.NAME, keys.uri("/jwks"))
                .clock(clock);
    }

    private String createToken() {
        return issuer.issueToken(this::putDates);
    }

    private void putDates(Map<String, Object> claims) {
        claims.put("iat", clock.instant().getEpochSecond());
        claims.put("exp", clock.instant().getEpochSecond() + 300);
    }

    private String createToken(ECKey key) {
        Map<String, Object> claims = issuer.claims();
        putDates(claims);
        return Issuer.sign(key, JWSAlgorithm.ES256, null, claims);
    }

    private static ECKey generateKey(String id) throws Exception {
        return new ECKeyGenerator(Curve.P_256).keyID(id).generate();
    }

    @Test
    void keys_are_fetched_once_for_many_tokens() {
        try (StubServer keys = new StubServer(StubServer.respondWithJson(Issuer.jwks()))) {
            JwtVerifier verifier = createVerifier(keys);
            assertThat(keys.requestedPaths())
                    .as("nothing before the first token")
                    .isEmpty();
            for (int i = 0; i < 20; i++) {
                verifier.verify(createToken());
            }

            assertThat(keys.requestedPaths()).containsExactly("/jwks");
        }
    }

    @Test
    void keys_are_fetched_once_for_many_tokens_at_once() throws Exception {
        CountDownLatch startSignal = new CountDownLatch(1);
        var threads = Executors.newFixedThreadPool(8);
        try (StubServer keys = new StubServer(StubServer.respondWithJson(Issuer.jwks()))) {
            JwtVerifier verifier = createVerifier(keys);
            String token = createToken();
            var responses = Stream.generate(() -> threads.submit(() -> {
                        startSignal.await();
                        return verifier.verify(token);
                    }))
                    .limit(8)
                    .toList();
            startSignal.countDown();
            for (var response : responses) {
                assertThat(response.get().name()).endsWith("ann");
            }

            assertThat(keys.requestedPaths()).hasSize(1);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void a_new_key_is_fetched_at_once_and_a_removed_one_expires() throws Exception {
        ECKey newKey = generateKey("fresh");
        try (StubServer keys = new StubServer(StubServer.respondWithJson(Issuer.jwks()))) {
            JwtVerifier verifier = createVerifier(keys);
            verifier.verify(createToken());
            keys.setHandler(
                    StubServer.respondWithJson(Issuer.jwks(Issuer.rsaKey().toPublicJWK(), newKey.toPublicJWK())));
            assertThat(verifier.verify(createToken(newKey)).name()).endsWith("ann");
            assertThat(keys.requestedPaths()).hasSize(2);

            keys.setHandler(StubServer.respondWithJson(Issuer.jwks(newKey.toPublicJWK())));
            clock.advance(Duration.ofMinutes(11));
            assertThatThrownBy(() -> verifier.verify(createToken())).hasMessageContaining("no key");
            assertThat(verifier.verify(createToken(newKey)).name()).endsWith("ann");
        }
    }

    @Test
    void unknown_keys_are_fetched_once_a_minute() throws Exception {
        try (StubServer keys = new StubServer(StubServer.respondWithJson(Issuer.jwks()))) {
            JwtVerifier verifier = createVerifier(keys);
            verifier.verify(createToken());
            for (int i = 0; i < 50; i++) {
                String other = createToken(generateKey("other" + i));
                assertThatThrownBy(() -> verifier.verify(other)).isInstanceOf(InvalidTokenException.class);
            }
            assertThat(keys.requestedPaths()).hasSize(2);
            clock.advance(Duration.ofSeconds(59));
            assertThatThrownBy(() -> verifier.verify(createToken(generateKey("x"))))
                    .hasMessageContaining("no key");
            assertThat(keys.requestedPaths()).hasSize(2);
            clock.advance(Duration.ofSeconds(1));
            assertThatThrownBy(() -> verifier.verify(createToken(generateKey("y"))))
                    .hasMessageContaining("no key");
            assertThat(keys.requestedPaths()).hasSize(3);
            verifier.verify(createToken());
        }
    }

    @Test
    void tokens_for_other_audiences_cause_no_fetch() {
        try (StubServer keys = new StubServer(StubServer.respondWithJson(Issuer.jwks()))) {
            JwtVerifier verifier = createVerifier(keys);
            String other = issuer.issueToken(claims -> {
                putDates(claims);
                claims.put("aud", "https://other.example.com");
            });
            assertThatThrownBy(() -> verifier.verify(other)).hasMessageContaining("aud is");
            assertThatThrownBy(() -> verifier.verify(new Issuer("https://evil.example").issueToken("mcp")))
                    .hasMessageContaining("is not configured");

            assertThat(keys.requestedPaths()).isEmpty();
        }
    }

    @Test
    void keys_of_an_unreachable_issuer_are_used_for_an_hour() {
        try (StubServer keys = new StubServer(StubServer.respondWithJson(Issuer.jwks()))) {
            JwtVerifier verifier = createVerifier(keys);
            verifier.verify(createToken());
            keys.setHandler(StubServer.respondWith(500, ""));
            clock.advance(Duration.ofMinutes(59));
            verifier.verify(createToken());
            verifier.verify(createToken());
            assertThat(keys.requestedPaths())
                    .as("one more request, and then none for a while")
                    .hasSize(2);
            clock.advance(Duration.ofMinutes(2));
            assertThatThrownBy(() -> verifier.verify(createToken())).isInstanceOf(VerifierUnavailableException.class);
            keys.setHandler(StubServer.respondWithJson(Issuer.jwks()));
            clock.advance(Duration.ofSeconds(6));
            verifier.verify(createToken());
        }
    }

    static Stream<Arguments> malformedResponses() {
        return Stream.of(
                createCase("an error", StubServer.respondWith(500, "{}")),
                createCase("no content", StubServer.respondWith(204, "")),
                createCase("nothing at all", StubServer.respondWithJson("")),
                createCase("no JSON", StubServer.respondWithJson("<html>")),
                createCase("another document", StubServer.respondWithJson("{\"issuer\":\"x\"}")),
                createCase("no keys", StubServer.respondWithJson("{\"keys\":[]}")),
                createCase(
                        "malformed keys", StubServer.respondWithJson("{\"keys\":[1,\"x\",{},{\"kty\":\"RSA\"},null]}")),
                createCase(
                        "secrets only",
                        StubServer.respondWithJson("{\"keys\":[{\"kty\":\"oct\",\"kid\":\"rsa\",\"k\":\"AAAA\"}]}")),
                createCase(
                        "keys twice", StubServer.respondWithJson(Issuer.jwks().replaceFirst("\\{", "{\"keys\":[],"))),
                createCase("too many keys", StubServer.respondWithJson("{\"keys\":[" + "{},".repeat(200) + "{}]}")),
                createCase(
                        "lists in lists",
                        StubServer.respondWithJson("{\"keys\":" + "[".repeat(5000) + "]".repeat(5000) + "}")),
                createCase(
                        "more than anybody wants",
                        StubServer.respondWithJson("{\"x\":\"" + "x".repeat(HttpFetcher.MAX_BYTES) + "\"}")),
                createCase("an end that never comes", exchange -> {
                    exchange.sendResponseHeaders(200, 0);
                    byte[] chunk = " ".repeat(64 << 10).getBytes(StandardCharsets.UTF_8);
                    for (int i = 0; i < 10_000; i++) {
                        exchange.getResponseBody().write(chunk);
                    }
                }),
                createCase("a byte now and then", exchange -> {
                    exchange.sendResponseHeaders(200, 0);
                    for (int i = 0; i < 3000; i++) {
                        exchange.getResponseBody().write(' ');
                        exchange.getResponseBody().flush();
                        pause();
                    }
                }),
                createCase("silence", exchange -> {
                    for (int i = 0; i < 3000; i++) {
                        pause();
                    }
                }),
                createCase("half a document", exchange -> {
                    exchange.sendResponseHeaders(200, 1000);
                    exchange.getResponseBody().write("{\"keys\":[".getBytes(StandardCharsets.UTF_8));
                }));
    }

    private static Arguments createCase(String description, StubServer.ExchangeHandler handler) {
        return Arguments.of(description, handler);
    }

    private static void pause() {
        try {
            Thread.sleep(10);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("malformedResponses")
    void an_issuer_with_malformed_responses_rejects_tokens_without_delay(
            String description, StubServer.ExchangeHandler handler) throws Exception {
        try (StubServer keys = new StubServer(handler);
                LogCapture log = new LogCapture();
                ProtectedTestServer server = ProtectedTestServer.start(ProtectedTestServer.newAuthenticatorBuilder()
                        .tokenVerifier(newVerifierBuilder(keys)
                                .fetchTimeout(Duration.ofMillis(500))
                                .build())
                        .build())) {
            Instant start = Instant.now();
            HttpResponse<String> response =
                    RequestSender.sendWithToken(RequestSender.newToolCall(server.uri(), "whoami"), createToken());

            assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(10));
            assertThat(response.statusCode()).isEqualTo(503);
            assertThat(response.headers().firstValue("Retry-After")).hasValue("5");
            assertThat(RequestSender.getChallenge(response)).isEmpty();
            assertThat(response.body()).isEmpty();
            assertThat(log.capturedText()).contains("Could not fetch the keys").doesNotContain("eyJ");
        }
    }

    @Test
    void a_redirect_is_not_followed() {
        try (StubServer target = new StubServer(StubServer.respondWithJson(Issuer.jwks()));
                StubServer keys = new StubServer(exchange -> {
                    exchange.getResponseHeaders()
                            .set("Location", target.uri("/jwks").toString());
                    exchange.sendResponseHeaders(302, -1);
                })) {
            assertThatThrownBy(() -> createVerifier(keys).verify(createToken()))
                    .isInstanceOf(VerifierUnavailableException.class);
            assertThat(target.requestedPaths()).isEmpty();
        }
    }

    @Test
    void one_malformed_key_does_not_affect_the_others() {
        String keySet =
                Issuer.jwks().replaceFirst("\\[", "[{\"kty\":\"RSA\",\"kid\":\"bad\",\"n\":1},{\"kty\":\"OKP\"},");
        try (StubServer keys = new StubServer(StubServer.respondWithJson(keySet))) {
            assertThat(createVerifier(keys).verify(createToken()).name()).endsWith("ann");
        }
    }

    @Test
    void private_encryption_and_weak_keys_are_ignored() throws Exception {
        ECKey privateKey = generateKey("leaked");
        ECKey encryptionKey = new ECKey.Builder(generateKey("enc"))
                .keyUse(com.nimbusds.jose.jwk.KeyUse.ENCRYPTION)
                .build();
        ECKey otherAlgorithmKey = new ECKey.Builder(generateKey("alg"))
                .algorithm(JWSAlgorithm.ES384)
                .build();
        var weakKey = new com.nimbusds.jose.jwk.gen.RSAKeyGenerator(1024, true)
                .keyID("weak")
                .generate();
        String set = "{\"keys\":[" + privateKey.toJSONString() + "," + encryptionKey.toPublicJWK() + ","
                + otherAlgorithmKey.toPublicJWK()
                + "," + weakKey.toPublicJWK() + "," + Issuer.rsaKey().toPublicJWK() + "]}";
        try (StubServer keys = new StubServer(StubServer.respondWithJson(set))) {
            JwtVerifier verifier = createVerifier(keys);
            for (ECKey ignored : java.util.List.of(privateKey, encryptionKey, otherAlgorithmKey)) {
                assertThatThrownBy(() -> verifier.verify(createToken(ignored))).hasMessageContaining("no key");
            }
            Map<String, Object> claims = issuer.claims();
            putDates(claims);
            JWSHeader header =
                    new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("weak").build();
            var jwt = new com.nimbusds.jose.JWSObject(header, new com.nimbusds.jose.Payload(claims));
            jwt.sign(new com.nimbusds.jose.crypto.RSASSASigner(
                    weakKey.toPrivateKey(),
                    java.util.Set.of(com.nimbusds.jose.crypto.opts.AllowWeakRSAKey.getInstance())));
            assertThatThrownBy(() -> verifier.verify(jwt.serialize())).hasMessageContaining("no key");
            verifier.verify(createToken());
        }
    }

    @Test
    void a_token_without_a_key_id_is_tried_with_compatible_keys() throws Exception {
        Map<String, Object> claims = issuer.claims();
        putDates(claims);
        JWSHeader headerWithoutKeyId = new JWSHeader.Builder(JWSAlgorithm.ES256).build();
        try (StubServer keys = new StubServer(StubServer.respondWithJson(Issuer.jwks(
                Issuer.rsaKey().toPublicJWK(),
                generateKey("a").toPublicJWK(),
                generateKey("b").toPublicJWK(),
                Issuer.ecKey().toPublicJWK())))) {
            assertThat(createVerifier(keys)
                            .verify(Issuer.sign(Issuer.ecKey(), headerWithoutKeyId, claims))
                            .name())
                    .endsWith("ann");
        }
    }

    @Test
    void keys_are_found_through_the_metadata_of_the_issuer() {
        for (String metadataPath : new String[] {
            "/.well-known/oauth-authorization-server/t",
            "/.well-known/openid-configuration/t",
            "/t/.well-known/openid-configuration"
        }) {
            try (StubServer server = new StubServer(exchange -> {})) {
                String name = server.uri("/t").toString();
                server.setHandler(exchange -> {
                    String path = exchange.getRequestURI().getPath();
                    String metadata = "{\"issuer\":\"" + name + "\",\"jwks_uri\":\"" + server.uri("/keys") + "\"}";
                    StubServer.ExchangeHandler handler = path.equals(metadataPath)
                            ? StubServer.respondWithJson(metadata)
                            : path.equals("/keys")
                                    ? StubServer.respondWithJson(Issuer.jwks())
                                    : StubServer.respondWith(404, "");
                    handler.handle(exchange);
                });
                JwtVerifier verifier = JwtVerifier.forAudience(Issuer.RESOURCE)
                        .issuer(name)
                        .clock(clock)
                        .build();
                String token = new Issuer(name).issueToken(this::putDates);

                assertThat(verifier.verify(token).name()).isEqualTo(name + "|ann");
                assertThat(server.requestedPaths()).endsWith(metadataPath, "/keys");
            }
        }
    }

    @Test
    void metadata_of_a_different_issuer_or_with_an_invalid_url_is_rejected() {
        try (StubServer server = new StubServer(exchange -> {})) {
            String name = server.uri("").toString();
            for (String metadata : new String[] {
                "{\"issuer\":\"" + name + "/\",\"jwks_uri\":\"" + server.uri("/keys") + "\"}",
                "{\"issuer\":\"https://evil.example\",\"jwks_uri\":\"" + server.uri("/keys") + "\"}",
                "{\"jwks_uri\":\"" + server.uri("/keys") + "\"}",
                "{\"issuer\":\"" + name + "\"}",
                "{\"issuer\":\"" + name + "\",\"jwks_uri\":\"http://192.0.2.1/keys\"}",
                "{\"issuer\":\"" + name + "\",\"jwks_uri\":\"file:///etc/passwd\"}",
                "{\"issuer\":\"" + name + "\",\"jwks_uri\":\"::\"}",
                "[]"
            }) {
                server.setHandler(exchange -> {
                    boolean keys = exchange.getRequestURI().getPath().equals("/keys");
                    StubServer.respondWithJson(keys ? Issuer.jwks() : metadata).handle(exchange);
                });
                JwtVerifier verifier = JwtVerifier.forAudience(Issuer.RESOURCE)
                        .issuer(name)
                        .clock(clock)
                        .build();
                String token = new Issuer(name).issueToken(this::putDates);

                assertThatThrownBy(() -> verifier.verify(token))
                        .as(metadata)
                        .isInstanceOf(VerifierUnavailableException.class);
            }
            assertThat(server.requestedPaths()).doesNotContain("/keys");
        }
    }

    @Test
    void unsafe_urls_and_algorithms_are_rejected() {
        JwtVerifierBuilder builder = JwtVerifier.forAudience(Issuer.RESOURCE);
        for (String uri :
                new String[] {"http://login.example.com/jwks", "ftp://login.example.com", "/jwks", "https://a@b/jwks"
                }) {
            assertThatThrownBy(() -> builder.issuer(Issuer.NAME, URI.create(uri)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> builder.algorithms("HS256")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder.algorithms("none")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> JwtVerifier.forAudience(Issuer.RESOURCE).build())
                .hasMessageContaining("issuer");
        assertThatThrownBy(() -> builder.issuerWithKeys(Issuer.NAME, "{\"keys\":[]}"))
                .hasMessageContaining("Key Set");
    }
}
