package dev.tenon.oauth.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.util.JSONObjectUtils;
import com.sun.net.httpserver.HttpExchange;
import dev.tenon.coverage.support.LogCapture;
import dev.tenon.oauth.ManualClock;
import dev.tenon.oauth.server.internal.HttpFetcher;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The verification of tokens by introspection. */
@Isolated("it reads the log of all tests")
class IntrospectionTest {
    private static final String TOKEN = "opaque-token-of-ann";

    private final ManualClock clock = new ManualClock("2030-01-01T00:00:00Z");
    private final Map<String, Object> introspectionResponse = new HashMap<>();
    private final List<String> forms = new CopyOnWriteArrayList<>();
    private final List<String> authorizations = new CopyOnWriteArrayList<>();
    private final StubServer introspectionServer = new StubServer(this::introspect);

    IntrospectionTest() {
        introspectionResponse.putAll(createActiveResponse(clock));
    }

    private static Map<String, Object> createActiveResponse(ManualClock clock) {
        long now = clock.instant().getEpochSecond();
        return Map.of(
                "active",
                true,
                "iss",
                Issuer.NAME,
                "sub",
                "ann",
                "aud",
                Issuer.RESOURCE,
                "scope",
                "mcp files:read",
                "token_type",
                "Bearer",
                "client_id",
                "app",
                "iat",
                now,
                "exp",
                now + 300);
    }

    private void introspect(HttpExchange exchange) throws IOException {
        forms.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        authorizations.add(exchange.getRequestHeaders().getFirst("Authorization"));
        StubServer.respondWithJson(JSONObjectUtils.toJSONString(introspectionResponse))
                .handle(exchange);
    }

    private IntrospectionVerifierBuilder newVerifierBuilder() {
        return IntrospectionVerifier.forIssuer(Issuer.NAME)
                .endpoint(introspectionServer.uri("/introspect"))
                .client("mcp server", "s3cret:&")
                .audience(Issuer.RESOURCE)
                .clock(clock);
    }

    @AfterEach
    void close() {
        introspectionServer.close();
    }

    @Test
    void an_active_token_for_this_server_is_accepted() throws Exception {
        try (ProtectedTestServer server = ProtectedTestServer.start(ProtectedTestServer.newAuthenticatorBuilder()
                .tokenVerifier(newVerifierBuilder().build())
                .build())) {
            HttpResponse<String> response =
                    RequestSender.sendWithToken(RequestSender.newToolCall(server.uri(), "whoami"), TOKEN);

            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.body()).contains("https://login.example.com|ann");
            assertThat(forms).hasSize(1);
            assertThat(forms.get(0).split("&"))
                    .containsExactlyInAnyOrder("token=" + TOKEN, "token_type_hint=access_token");
            String basic =
                    Base64.getEncoder().encodeToString("mcp+server:s3cret%3A%26".getBytes(StandardCharsets.UTF_8));
            assertThat(authorizations).containsExactly("Basic " + basic);
            assertThat(RequestSender.sendWithToken(RequestSender.newToolCall(server.uri(), "write"), TOKEN)
                            .statusCode())
                    .isEqualTo(403);
        }
    }

    record InvalidResponse(String description, String reason, Map<String, Object> changes) {
        @Override
        public String toString() {
            return description;
        }
    }

    static List<InvalidResponse> invalidResponses() {
        long now = new ManualClock("2030-01-01T00:00:00Z").instant().getEpochSecond();
        return List.of(
                new InvalidResponse("not active", "not active", Map.of("active", false)),
                new InvalidResponse("active as text", "not active", Map.of("active", "true")),
                new InvalidResponse("active as number", "not active", Map.of("active", 1)),
                new InvalidResponse("no word of being active", "not active", Map.of("active", "-")),
                new InvalidResponse(
                        "another issuer", "is not the configured one", Map.of("iss", "https://evil.example")),
                new InvalidResponse(
                        "an issuer with a slash", "is not the configured one", Map.of("iss", Issuer.NAME + "/")),
                new InvalidResponse("another audience", "aud is", Map.of("aud", "https://other.example.com/mcp")),
                new InvalidResponse(
                        "two audiences",
                        "aud is",
                        Map.of("aud", List.of(Issuer.RESOURCE, "https://other.example.com"))),
                new InvalidResponse("no audience", "aud is missing", Map.of("aud", "-")),
                new InvalidResponse("expired", "expired at", Map.of("exp", now)),
                new InvalidResponse("an end that is not a date", "exp is not a date", Map.of("exp", "soon")),
                new InvalidResponse("not valid yet", "not valid before", Map.of("nbf", now + 60)),
                new InvalidResponse("a refresh token", "unsupported token type", Map.of("token_type", "refresh_token")),
                new InvalidResponse("without a subject", "sub is missing", Map.of("sub", "-")),
                new InvalidResponse("bound by a certificate", "cnf binds", Map.of("cnf", Map.of("x5t#S256", "x"))),
                new InvalidResponse("bound by a key", "was sent as a bearer token", Map.of("cnf", Map.of("jkt", "x"))));
    }

    @ParameterizedTest
    @MethodSource("invalidResponses")
    void a_token_with_an_invalid_introspection_response_is_rejected(InvalidResponse invalid) throws Exception {
        introspectionResponse.putAll(invalid.changes());
        introspectionResponse.values().removeIf("-"::equals);
        try (ProtectedTestServer server = ProtectedTestServer.start(ProtectedTestServer.newAuthenticatorBuilder()
                        .tokenVerifier(newVerifierBuilder().build())
                        .clock(clock)
                        .build());
                LogCapture log = new LogCapture()) {
            HttpResponse<String> response =
                    RequestSender.sendWithToken(RequestSender.newToolCall(server.uri(), "whoami"), TOKEN);

            assertThat(response.statusCode()).isEqualTo(401);
            assertThat(RequestSender.getChallenge(response)).contains("error=\"invalid_token\"");
            assertThat(response.body()).isEmpty();
            assertThat(log.capturedText()).contains(invalid.reason()).doesNotContain(TOKEN);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 404, 500, 302})
    void an_unreachable_introspection_server_gives_503(int status) throws Exception {
        introspectionServer.setHandler(StubServer.respondWith(status, "{\"active\":true}"));
        try (ProtectedTestServer server = ProtectedTestServer.start(ProtectedTestServer.newAuthenticatorBuilder()
                        .tokenVerifier(newVerifierBuilder().build())
                        .build());
                LogCapture log = new LogCapture()) {
            HttpResponse<String> response =
                    RequestSender.sendWithToken(RequestSender.newToolCall(server.uri(), "whoami"), TOKEN);

            assertThat(response.statusCode()).isEqualTo(503);
            assertThat(log.capturedText())
                    .contains("status " + status)
                    .doesNotContain(TOKEN)
                    .doesNotContain("s3cret");
        }
    }

    @Test
    void malformed_endless_and_late_responses_are_rejected() {
        for (StubServer.ExchangeHandler handler : List.<StubServer.ExchangeHandler>of(
                StubServer.respondWithJson("active"),
                StubServer.respondWithJson("{\"active\":true,\"active\":true}"),
                StubServer.respondWithJson("{\"x\":\"" + "x".repeat(HttpFetcher.MAX_BYTES) + "\"}"),
                exchange -> {
                    try {
                        Thread.sleep(30_000);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                })) {
            introspectionServer.setHandler(handler);
            assertThatThrownBy(() -> newVerifierBuilder()
                            .timeout(Duration.ofSeconds(1))
                            .build()
                            .verify(TOKEN))
                    .isInstanceOf(VerifierUnavailableException.class);
        }
    }

    @Test
    void a_response_is_cached_briefly_and_not_after_the_token_expires() {
        IntrospectionVerifier verifier = newVerifierBuilder().build();
        for (int i = 0; i < 5; i++) {
            verifier.verify(TOKEN);
        }
        assertThat(forms).hasSize(1);
        introspectionResponse.put("active", false);
        clock.advance(Duration.ofSeconds(29));
        verifier.verify(TOKEN);
        clock.advance(Duration.ofSeconds(1));
        assertThatThrownBy(() -> verifier.verify(TOKEN)).hasMessageContaining("not active");
        assertThatThrownBy(() -> verifier.verify(TOKEN)).hasMessageContaining("not active");
        assertThat(forms).as("a refusal is kept as well").hasSize(2);

        introspectionResponse.putAll(createActiveResponse(clock));
        introspectionResponse.put("exp", clock.instant().getEpochSecond() + 10);
        verifier.verify("another");
        clock.advance(Duration.ofSeconds(10));
        assertThatThrownBy(() -> verifier.verify("another")).hasMessageContaining("expired");
    }

    @Test
    void the_cache_can_be_disabled() {
        IntrospectionVerifier verifier =
                newVerifierBuilder().cacheDuration(Duration.ZERO).build();
        verifier.verify(TOKEN);
        verifier.verify(TOKEN);

        assertThat(forms).hasSize(2);
    }

    @Test
    void invalid_tokens_do_not_evict_valid_ones() {
        IntrospectionVerifier verifier = newVerifierBuilder().maxCacheEntries(3).build();
        verifier.verify(TOKEN);
        introspectionResponse.put("active", false);
        for (int i = 0; i < 10; i++) {
            String invalidToken = "made-up-" + i;
            assertThatThrownBy(() -> verifier.verify(invalidToken)).isInstanceOf(InvalidTokenException.class);
        }
        verifier.verify(TOKEN);

        assertThat(forms).hasSize(11);
    }

    @Test
    void missing_settings_are_reported_by_build() {
        assertThatThrownBy(() -> IntrospectionVerifier.forIssuer(Issuer.NAME).build())
                .hasMessageContaining("endpoint");
        assertThatThrownBy(() -> IntrospectionVerifier.forIssuer(Issuer.NAME)
                        .endpoint(java.net.URI.create("http://login.example.com/i")))
                .hasMessageContaining("https");
    }
}
