package dev.tenon.oauth.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.endpoint.CredentialsProvider;
import dev.tenon.client.endpoint.CredentialsProvider.UnauthorizedResponse;
import dev.tenon.oauth.ManualClock;
import dev.tenon.oauth.client.StubHttpServer.StubResponse;
import dev.tenon.oauth.client.token.AccessToken;
import dev.tenon.oauth.client.token.TokenClient;
import dev.tenon.oauth.client.token.TokenClientBuilder;
import dev.tenon.oauth.client.token.internal.CachingTokenAuth;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The caching and renewal of tokens, and the validation of token responses. */
class TokenAuthTest {
    private static final URI SERVER = URI.create("https://mcp.example.com/mcp");

    private final ManualClock clock = new ManualClock("2026-01-01T00:00:00Z");
    private final AtomicInteger tokenCount = new AtomicInteger();
    private Duration lifetime = Duration.ofMinutes(10);
    private String problem;
    private final CredentialsProvider auth = new CachingTokenAuth(this::createToken, OAuthLimits.DEFAULT, clock);

    private AccessToken createToken() {
        int number = tokenCount.incrementAndGet();
        if (problem != null) {
            throw new AuthorizationException(problem);
        }
        return new AccessToken(
                "t" + number, lifetime == null ? null : clock.instant().plus(lifetime), Set.of());
    }

    private String getAuthorization() {
        return auth.headers("POST", SERVER).get("Authorization");
    }

    private boolean renew(String token) {
        return auth.renew(new UnauthorizedResponse(
                401, SERVER, Map.of("authorization", List.of("Bearer " + token)), List.of(), Map.of()));
    }

    @Test
    void a_token_is_used_until_shortly_before_its_expiry() {
        assertThat(getAuthorization()).isEqualTo("Bearer t1");
        clock.advance(Duration.ofSeconds(569));
        assertThat(getAuthorization()).isEqualTo("Bearer t1");
        clock.advance(Duration.ofSeconds(1));
        assertThat(getAuthorization()).as("30 seconds before its end").isEqualTo("Bearer t2");
    }

    @Test
    void a_short_lived_token_is_used_and_one_without_expiry_is_kept() {
        lifetime = Duration.ofSeconds(8);
        assertThat(getAuthorization()).isEqualTo("Bearer t1");
        clock.advance(Duration.ofSeconds(5));
        assertThat(getAuthorization()).isEqualTo("Bearer t1");
        clock.advance(Duration.ofSeconds(1));
        lifetime = null;
        assertThat(getAuthorization()).isEqualTo("Bearer t2");
        clock.advance(Duration.ofDays(100));
        assertThat(getAuthorization()).isEqualTo("Bearer t2");
    }

    @Test
    void a_token_is_used_until_expiry_if_the_source_fails() {
        getAuthorization();
        problem = "not now";
        clock.advance(Duration.ofSeconds(580));
        assertThat(getAuthorization()).isEqualTo("Bearer t1");
        assertThat(getAuthorization()).isEqualTo("Bearer t1");
        assertThat(tokenCount).as("requested tokens").hasValue(2);
        clock.advance(Duration.ofSeconds(20));
        assertThatThrownBy(this::getAuthorization)
                .isInstanceOf(AuthorizationException.class)
                .hasMessage("not now");
        assertThatThrownBy(this::getAuthorization).hasMessage("not now");
        assertThat(tokenCount).as("requested tokens").hasValue(3);
        problem = null;
        clock.advance(Duration.ofSeconds(2));
        assertThat(getAuthorization()).isEqualTo("Bearer t4");
    }

    @Test
    void a_rejected_token_is_replaced_once() {
        assertThat(getAuthorization()).isEqualTo("Bearer t1");
        assertThat(renew("t1")).isTrue();
        assertThat(renew("t1")).as("another request with the old one").isTrue();
        assertThat(getAuthorization()).isEqualTo("Bearer t2");
        assertThat(renew("t2")).as("new, and rejected").isFalse();
        clock.advance(Duration.ofSeconds(10));
        assertThat(renew("t2")).as("later").isTrue();
        auth.onResponse(200, SERVER, Map.of());
        assertThat(renew("t3")).as("it was valid before").isTrue();
        assertThat(tokenCount).hasValue(4);
    }

    @Test
    void a_403_does_not_renew_the_token() {
        getAuthorization();
        assertThat(auth.renew(new UnauthorizedResponse(
                        403, SERVER, Map.of("authorization", List.of("Bearer t1")), List.of(), Map.of())))
                .isFalse();
        assertThat(tokenCount).hasValue(1);
    }

    @Test
    void no_printable_object_contains_a_token() throws Exception {
        try (StubHttpServer httpServer = new StubHttpServer()) {
            TokenClientBuilder builder = TokenClient.builder(URI.create(httpServer.baseUrl() + "/token"))
                    .client(PreregisteredClient.of("me").withSecret("SECRET"));
            getAuthorization();
            assertThat(List.of(auth, builder, builder.build(), createToken()).toString())
                    .doesNotContain("SECRET")
                    .doesNotContain("t1")
                    .doesNotContain("t2");
        }
    }

    @Test
    void a_token_endpoint_requires_https_or_a_loopback_address() {
        for (String invalidUri :
                List.of("http://idp.example.com/token", "https://u:p@idp.example.com/", "ftp://x/", "/t")) {
            assertThatThrownBy(() -> TokenClient.builder(URI.create(invalidUri)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(TokenClient.builder(URI.create("https://idp.example.com/token")))
                .isNotNull();
    }

    @Test
    void an_exchange_only_accepts_a_different_access_token() throws Exception {
        try (StubHttpServer httpServer = new StubHttpServer()) {
            TokenClient tokenClient = TokenClient.builder(URI.create(httpServer.baseUrl() + "/token"))
                    .client(PreregisteredClient.of("me").withSecret("SECRET"))
                    .build();
            String type = "urn:ietf:params:oauth:token-type:";
            respondWithToken(httpServer, "other", "Bearer", type + "access_token");
            AccessToken token = tokenClient.exchangeToken("mine", "them", Set.of("read"));
            assertThat(token.value()).isEqualTo("other");
            assertThat(token.scopes()).containsExactly("read");
            assertThat(httpServer.requestsFor("/token").get(0).formParameters())
                    .containsEntry("grant_type", "urn:ietf:params:oauth:grant-type:token-exchange")
                    .containsEntry("subject_token", "mine")
                    .containsEntry("subject_token_type", type + "access_token")
                    .containsEntry("requested_token_type", type + "access_token")
                    .containsEntry("audience", "them")
                    .containsEntry("scope", "read");
            respondWithToken(httpServer, "mine", "Bearer", type + "access_token");
            assertExchangeFails(tokenClient, "the exchanged token itself");
            respondWithToken(httpServer, "other", "N_A", type + "saml2");
            assertExchangeFails(tokenClient, "");
            respondWithToken(httpServer, "other", "Bearer", type + "refresh_token");
            assertExchangeFails(tokenClient, "did not exchange the token for an access token");
            httpServer.setHandler("/token", request -> StubResponse.ofStatus(302)
                    .withHeader("Location", httpServer.baseUrl() + "/elsewhere"));
            assertExchangeFails(tokenClient, "issued no token");
            assertThat(httpServer.requestsFor("/elsewhere")).isEmpty();
        }
    }

    private static void respondWithToken(StubHttpServer httpServer, String token, String type, String issuedType) {
        httpServer.setHandler(
                "/token",
                request -> StubResponse.ofJson(
                        Map.of("access_token", token, "token_type", type, "issued_token_type", issuedType)));
    }

    private static void assertExchangeFails(TokenClient tokenClient, String message) {
        assertThatThrownBy(() -> tokenClient.exchangeToken("mine", "them", Set.of()))
                .isInstanceOf(AuthorizationException.class)
                .hasMessageContaining(message)
                .hasMessageNotContaining("mine");
    }
}
