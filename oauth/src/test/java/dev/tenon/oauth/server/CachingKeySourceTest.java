package dev.tenon.oauth.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import dev.tenon.coverage.support.LogCapture;
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
    private final DpopTest.Ticking clock = new DpopTest.Ticking();
    private final Issuer issuer = new Issuer();

    private JwtVerifier verifier(StubServer keys) {
        return settings(keys).build();
    }

    private JwtVerifierBuilder settings(StubServer keys) {
        return JwtVerifier.forAudience(Issuer.RESOURCE)
                .issuer(Issuer.NAME, keys.uri("/jwks"))
                .clock(clock);
    }

    private String token() {
        return issuer.token(this::dates);
    }

    private void dates(Map<String, Object> claims) {
        claims.put("iat", clock.instant().getEpochSecond());
        claims.put("exp", clock.instant().getEpochSecond() + 300);
    }

    private String token(ECKey key) {
        Map<String, Object> claims = issuer.claims();
        dates(claims);
        return Issuer.sign(key, JWSAlgorithm.ES256, null, claims);
    }

    private static ECKey key(String id) throws Exception {
        return new ECKeyGenerator(Curve.P_256).keyID(id).generate();
    }

    @Test
    void keys_are_fetched_once_for_many_tokens() {
        try (StubServer keys = new StubServer(StubServer.json(Issuer.jwks()))) {
            JwtVerifier verifier = verifier(keys);
            assertThat(keys.asked()).as("nothing before the first token").isEmpty();
            for (int i = 0; i < 20; i++) {
                verifier.verify(token());
            }

            assertThat(keys.asked()).containsExactly("/jwks");
        }
    }

    @Test
    void keys_are_fetched_once_for_many_tokens_at_once() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        var threads = Executors.newFixedThreadPool(8);
        try (StubServer keys = new StubServer(StubServer.json(Issuer.jwks()))) {
            JwtVerifier verifier = verifier(keys);
            String token = token();
            var answers = Stream.generate(() -> threads.submit(() -> {
                        go.await();
                        return verifier.verify(token);
                    }))
                    .limit(8)
                    .toList();
            go.countDown();
            for (var answer : answers) {
                assertThat(answer.get().name()).endsWith("ann");
            }

            assertThat(keys.asked()).hasSize(1);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void a_new_key_is_fetched_at_once_and_a_removed_one_expires() throws Exception {
        ECKey fresh = key("fresh");
        try (StubServer keys = new StubServer(StubServer.json(Issuer.jwks()))) {
            JwtVerifier verifier = verifier(keys);
            verifier.verify(token());
            keys.now(StubServer.json(Issuer.jwks(Issuer.rsa().toPublicJWK(), fresh.toPublicJWK())));
            assertThat(verifier.verify(token(fresh)).name()).endsWith("ann");
            assertThat(keys.asked()).hasSize(2);

            keys.now(StubServer.json(Issuer.jwks(fresh.toPublicJWK())));
            clock.pass(Duration.ofMinutes(11));
            assertThatThrownBy(() -> verifier.verify(token())).hasMessageContaining("no key");
            assertThat(verifier.verify(token(fresh)).name()).endsWith("ann");
        }
    }

    @Test
    void unknown_keys_are_fetched_once_a_minute() throws Exception {
        try (StubServer keys = new StubServer(StubServer.json(Issuer.jwks()))) {
            JwtVerifier verifier = verifier(keys);
            verifier.verify(token());
            for (int i = 0; i < 50; i++) {
                String other = token(key("other" + i));
                assertThatThrownBy(() -> verifier.verify(other)).isInstanceOf(InvalidTokenException.class);
            }
            assertThat(keys.asked()).hasSize(2);
            clock.pass(Duration.ofSeconds(59));
            assertThatThrownBy(() -> verifier.verify(token(key("x")))).hasMessageContaining("no key");
            assertThat(keys.asked()).hasSize(2);
            clock.pass(Duration.ofSeconds(1));
            assertThatThrownBy(() -> verifier.verify(token(key("y")))).hasMessageContaining("no key");
            assertThat(keys.asked()).hasSize(3);
            verifier.verify(token());
        }
    }

    @Test
    void tokens_for_other_audiences_cause_no_fetch() {
        try (StubServer keys = new StubServer(StubServer.json(Issuer.jwks()))) {
            JwtVerifier verifier = verifier(keys);
            String other = issuer.token(claims -> {
                dates(claims);
                claims.put("aud", "https://other.example.com");
            });
            assertThatThrownBy(() -> verifier.verify(other)).hasMessageContaining("aud is");
            assertThatThrownBy(() -> verifier.verify(new Issuer("https://evil.example").token("mcp")))
                    .hasMessageContaining("is not configured");

            assertThat(keys.asked()).isEmpty();
        }
    }

    @Test
    void keys_of_an_unreachable_issuer_are_used_for_an_hour() {
        try (StubServer keys = new StubServer(StubServer.json(Issuer.jwks()))) {
            JwtVerifier verifier = verifier(keys);
            verifier.verify(token());
            keys.now(StubServer.answering(500, ""));
            clock.pass(Duration.ofMinutes(59));
            verifier.verify(token());
            verifier.verify(token());
            assertThat(keys.asked())
                    .as("asked again, and then left alone for a while")
                    .hasSize(2);
            clock.pass(Duration.ofMinutes(2));
            assertThatThrownBy(() -> verifier.verify(token())).isInstanceOf(VerifierUnavailableException.class);
            keys.now(StubServer.json(Issuer.jwks()));
            clock.pass(Duration.ofSeconds(6));
            verifier.verify(token());
        }
    }

    static Stream<Arguments> hostile() {
        return Stream.of(
                hostile("an error", StubServer.answering(500, "{}")),
                hostile("no content", StubServer.answering(204, "")),
                hostile("nothing at all", StubServer.json("")),
                hostile("no JSON", StubServer.json("<html>")),
                hostile("another document", StubServer.json("{\"issuer\":\"x\"}")),
                hostile("no keys", StubServer.json("{\"keys\":[]}")),
                hostile("malformed keys", StubServer.json("{\"keys\":[1,\"x\",{},{\"kty\":\"RSA\"},null]}")),
                hostile(
                        "secrets only",
                        StubServer.json("{\"keys\":[{\"kty\":\"oct\",\"kid\":\"rsa\",\"k\":\"AAAA\"}]}")),
                hostile("keys twice", StubServer.json(Issuer.jwks().replaceFirst("\\{", "{\"keys\":[],"))),
                hostile("too many keys", StubServer.json("{\"keys\":[" + "{},".repeat(200) + "{}]}")),
                hostile("lists in lists", StubServer.json("{\"keys\":" + "[".repeat(5000) + "]".repeat(5000) + "}")),
                hostile(
                        "more than anybody wants",
                        StubServer.json("{\"x\":\"" + "x".repeat(HttpFetcher.MAX_BYTES) + "\"}")),
                hostile("an end that never comes", exchange -> {
                    exchange.sendResponseHeaders(200, 0);
                    byte[] chunk = " ".repeat(64 << 10).getBytes(StandardCharsets.UTF_8);
                    for (int i = 0; i < 10_000; i++) {
                        exchange.getResponseBody().write(chunk);
                    }
                }),
                hostile("a byte now and then", exchange -> {
                    exchange.sendResponseHeaders(200, 0);
                    for (int i = 0; i < 3000; i++) {
                        exchange.getResponseBody().write(' ');
                        exchange.getResponseBody().flush();
                        pause();
                    }
                }),
                hostile("silence", exchange -> {
                    for (int i = 0; i < 3000; i++) {
                        pause();
                    }
                }),
                hostile("half a document", exchange -> {
                    exchange.sendResponseHeaders(200, 1000);
                    exchange.getResponseBody().write("{\"keys\":[".getBytes(StandardCharsets.UTF_8));
                }));
    }

    private static Arguments hostile(String what, StubServer.Manner manner) {
        return Arguments.of(what, manner);
    }

    private static void pause() {
        try {
            Thread.sleep(10);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("hostile")
    void an_issuer_with_malformed_responses_rejects_tokens_without_delay(String what, StubServer.Manner manner)
            throws Exception {
        try (StubServer keys = new StubServer(manner);
                LogCapture log = new LogCapture();
                ProtectedTestServer site = ProtectedTestServer.open(ProtectedTestServer.resource()
                        .tokenVerifier(settings(keys)
                                .fetchTimeout(Duration.ofMillis(500))
                                .build())
                        .build())) {
            Instant start = Instant.now();
            HttpResponse<String> answer = RequestSender.bearer(RequestSender.tool(site.uri(), "whoami"), token());

            assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(10));
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.headers().firstValue("Retry-After")).hasValue("5");
            assertThat(RequestSender.challenge(answer)).isEmpty();
            assertThat(answer.body()).isEmpty();
            assertThat(log.capturedText()).contains("Could not fetch the keys").doesNotContain("eyJ");
        }
    }

    @Test
    void a_redirect_is_not_followed() {
        try (StubServer target = new StubServer(StubServer.json(Issuer.jwks()));
                StubServer keys = new StubServer(exchange -> {
                    exchange.getResponseHeaders()
                            .set("Location", target.uri("/jwks").toString());
                    exchange.sendResponseHeaders(302, -1);
                })) {
            assertThatThrownBy(() -> verifier(keys).verify(token())).isInstanceOf(VerifierUnavailableException.class);
            assertThat(target.asked()).isEmpty();
        }
    }

    @Test
    void one_malformed_key_does_not_affect_the_others() {
        String mixed =
                Issuer.jwks().replaceFirst("\\[", "[{\"kty\":\"RSA\",\"kid\":\"bad\",\"n\":1},{\"kty\":\"OKP\"},");
        try (StubServer keys = new StubServer(StubServer.json(mixed))) {
            assertThat(verifier(keys).verify(token()).name()).endsWith("ann");
        }
    }

    @Test
    void private_encryption_and_weak_keys_are_ignored() throws Exception {
        ECKey leaked = key("leaked");
        ECKey encrypting = new ECKey.Builder(key("enc"))
                .keyUse(com.nimbusds.jose.jwk.KeyUse.ENCRYPTION)
                .build();
        ECKey other =
                new ECKey.Builder(key("alg")).algorithm(JWSAlgorithm.ES384).build();
        var weak = new com.nimbusds.jose.jwk.gen.RSAKeyGenerator(1024, true)
                .keyID("weak")
                .generate();
        String set = "{\"keys\":[" + leaked.toJSONString() + "," + encrypting.toPublicJWK() + "," + other.toPublicJWK()
                + "," + weak.toPublicJWK() + "," + Issuer.rsa().toPublicJWK() + "]}";
        try (StubServer keys = new StubServer(StubServer.json(set))) {
            JwtVerifier verifier = verifier(keys);
            for (ECKey bad : java.util.List.of(leaked, encrypting, other)) {
                assertThatThrownBy(() -> verifier.verify(token(bad))).hasMessageContaining("no key");
            }
            Map<String, Object> claims = issuer.claims();
            dates(claims);
            JWSHeader header =
                    new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("weak").build();
            var jwt = new com.nimbusds.jose.JWSObject(header, new com.nimbusds.jose.Payload(claims));
            jwt.sign(new com.nimbusds.jose.crypto.RSASSASigner(
                    weak.toPrivateKey(),
                    java.util.Set.of(com.nimbusds.jose.crypto.opts.AllowWeakRSAKey.getInstance())));
            assertThatThrownBy(() -> verifier.verify(jwt.serialize())).hasMessageContaining("no key");
            verifier.verify(token());
        }
    }

    @Test
    void a_token_without_a_key_id_is_tried_with_compatible_keys() throws Exception {
        Map<String, Object> claims = issuer.claims();
        dates(claims);
        JWSHeader nameless = new JWSHeader.Builder(JWSAlgorithm.ES256).build();
        try (StubServer keys = new StubServer(StubServer.json(Issuer.jwks(
                Issuer.rsa().toPublicJWK(),
                key("a").toPublicJWK(),
                key("b").toPublicJWK(),
                Issuer.ec().toPublicJWK())))) {
            assertThat(verifier(keys)
                            .verify(Issuer.sign(Issuer.ec(), nameless, claims))
                            .name())
                    .endsWith("ann");
        }
    }

    @Test
    void keys_are_found_through_the_metadata_of_the_issuer() {
        for (String known : new String[] {
            "/.well-known/oauth-authorization-server/t",
            "/.well-known/openid-configuration/t",
            "/t/.well-known/openid-configuration"
        }) {
            try (StubServer server = new StubServer(exchange -> {})) {
                String name = server.uri("/t").toString();
                server.now(exchange -> {
                    String path = exchange.getRequestURI().getPath();
                    String metadata = "{\"issuer\":\"" + name + "\",\"jwks_uri\":\"" + server.uri("/keys") + "\"}";
                    StubServer.Manner manner = path.equals(known)
                            ? StubServer.json(metadata)
                            : path.equals("/keys") ? StubServer.json(Issuer.jwks()) : StubServer.answering(404, "");
                    manner.answer(exchange);
                });
                JwtVerifier verifier = JwtVerifier.forAudience(Issuer.RESOURCE)
                        .issuer(name)
                        .clock(clock)
                        .build();
                String token = new Issuer(name).token(this::dates);

                assertThat(verifier.verify(token).name()).isEqualTo(name + "|ann");
                assertThat(server.asked()).endsWith(known, "/keys");
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
                server.now(exchange -> {
                    boolean keys = exchange.getRequestURI().getPath().equals("/keys");
                    StubServer.json(keys ? Issuer.jwks() : metadata).answer(exchange);
                });
                JwtVerifier verifier = JwtVerifier.forAudience(Issuer.RESOURCE)
                        .issuer(name)
                        .clock(clock)
                        .build();
                String token = new Issuer(name).token(this::dates);

                assertThatThrownBy(() -> verifier.verify(token))
                        .as(metadata)
                        .isInstanceOf(VerifierUnavailableException.class);
            }
            assertThat(server.asked()).doesNotContain("/keys");
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
