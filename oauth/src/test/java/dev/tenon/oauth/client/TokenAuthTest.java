package dev.tenon.oauth.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.endpoint.CredentialsProvider;
import dev.tenon.client.endpoint.CredentialsProvider.UnauthorizedResponse;
import dev.tenon.oauth.client.StubHttpServer.Answer;
import dev.tenon.oauth.client.token.AccessToken;
import dev.tenon.oauth.client.token.TokenClient;
import dev.tenon.oauth.client.token.TokenClientBuilder;
import dev.tenon.oauth.client.token.internal.CachingTokenAuth;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The caching and renewal of tokens, and the validation of token responses. */
class TokenAuthTest {
    private static final URI SERVER = URI.create("https://mcp.example.com/mcp");

    private final Ticking clock = new Ticking();
    private final AtomicInteger got = new AtomicInteger();
    private Duration life = Duration.ofMinutes(10);
    private String problem;
    private final CredentialsProvider auth = new CachingTokenAuth(this::token, OAuthLimits.DEFAULT, clock);

    private static final class Ticking extends Clock {
        private Instant now = Instant.parse("2026-01-01T00:00:00Z");

        void tick(Duration time) {
            now = now.plus(time);
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    }

    private AccessToken token() {
        int number = got.incrementAndGet();
        if (problem != null) {
            throw new AuthorizationException(problem);
        }
        return new AccessToken(
                "t" + number, life == null ? null : clock.instant().plus(life), Set.of());
    }

    private String sent() {
        return auth.headers("POST", SERVER).get("Authorization");
    }

    private boolean refused(String token) {
        return auth.renew(new UnauthorizedResponse(
                401, SERVER, Map.of("authorization", List.of("Bearer " + token)), List.of(), Map.of()));
    }

    @Test
    void a_token_is_kept_until_it_is_about_to_end() {
        assertThat(sent()).isEqualTo("Bearer t1");
        clock.tick(Duration.ofSeconds(569));
        assertThat(sent()).isEqualTo("Bearer t1");
        clock.tick(Duration.ofSeconds(1));
        assertThat(sent()).as("30 seconds before its end").isEqualTo("Bearer t2");
    }

    @Test
    void one_that_lasts_shortly_is_used_too_and_one_without_end_is_kept() {
        life = Duration.ofSeconds(8);
        assertThat(sent()).isEqualTo("Bearer t1");
        clock.tick(Duration.ofSeconds(5));
        assertThat(sent()).isEqualTo("Bearer t1");
        clock.tick(Duration.ofSeconds(1));
        life = null;
        assertThat(sent()).isEqualTo("Bearer t2");
        clock.tick(Duration.ofDays(100));
        assertThat(sent()).isEqualTo("Bearer t2");
    }

    @Test
    void a_token_is_used_until_expiry_if_the_source_fails() {
        sent();
        problem = "not now";
        clock.tick(Duration.ofSeconds(580));
        assertThat(sent()).isEqualTo("Bearer t1");
        assertThat(sent()).isEqualTo("Bearer t1");
        assertThat(got).as("asked").hasValue(2);
        clock.tick(Duration.ofSeconds(20));
        assertThatThrownBy(this::sent)
                .isInstanceOf(AuthorizationException.class)
                .hasMessage("not now");
        assertThatThrownBy(this::sent).hasMessage("not now");
        assertThat(got).as("asked").hasValue(3);
        problem = null;
        clock.tick(Duration.ofSeconds(2));
        assertThat(sent()).isEqualTo("Bearer t4");
    }

    @Test
    void one_that_is_refused_is_replaced_once() {
        assertThat(sent()).isEqualTo("Bearer t1");
        assertThat(refused("t1")).isTrue();
        assertThat(refused("t1")).as("another request with the old one").isTrue();
        assertThat(sent()).isEqualTo("Bearer t2");
        assertThat(refused("t2")).as("new, and refused").isFalse();
        clock.tick(Duration.ofSeconds(10));
        assertThat(refused("t2")).as("later").isTrue();
        auth.onResponse(200, SERVER, Map.of());
        assertThat(refused("t3")).as("it was good before").isTrue();
        assertThat(got).hasValue(4);
    }

    @Test
    void a_lack_of_rights_is_not_helped_by_another_token() {
        sent();
        assertThat(auth.renew(new UnauthorizedResponse(
                        403, SERVER, Map.of("authorization", List.of("Bearer t1")), List.of(), Map.of())))
                .isFalse();
        assertThat(got).hasValue(1);
    }

    @Test
    void nothing_that_can_be_printed_holds_a_token() throws Exception {
        try (StubHttpServer place = new StubHttpServer()) {
            TokenClientBuilder builder = TokenClient.builder(URI.create(place.base() + "/token"))
                    .client(PreregisteredClient.of("me").withSecret("SECRET"));
            sent();
            assertThat(List.of(auth, builder, builder.build(), token()).toString())
                    .doesNotContain("SECRET")
                    .doesNotContain("t1")
                    .doesNotContain("t2");
        }
    }

    @Test
    void a_token_endpoint_is_https_or_on_this_machine() {
        for (String bad : List.of("http://idp.example.com/token", "https://u:p@idp.example.com/", "ftp://x/", "/t")) {
            assertThatThrownBy(() -> TokenClient.builder(URI.create(bad))).isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(TokenClient.builder(URI.create("https://idp.example.com/token")))
                .isNotNull();
    }

    @Test
    void only_another_access_token_is_taken_for_an_exchange() throws Exception {
        try (StubHttpServer place = new StubHttpServer()) {
            TokenClient tokens = TokenClient.builder(URI.create(place.base() + "/token"))
                    .client(PreregisteredClient.of("me").withSecret("SECRET"))
                    .build();
            String type = "urn:ietf:params:oauth:token-type:";
            give(place, "other", "Bearer", type + "access_token");
            AccessToken token = tokens.exchangeToken("mine", "them", Set.of("read"));
            assertThat(token.value()).isEqualTo("other");
            assertThat(token.scopes()).containsExactly("read");
            assertThat(place.seen("/token").get(0).form())
                    .containsEntry("grant_type", "urn:ietf:params:oauth:grant-type:token-exchange")
                    .containsEntry("subject_token", "mine")
                    .containsEntry("subject_token_type", type + "access_token")
                    .containsEntry("requested_token_type", type + "access_token")
                    .containsEntry("audience", "them")
                    .containsEntry("scope", "read");
            give(place, "mine", "Bearer", type + "access_token");
            refusedExchange(tokens, "the exchanged token itself");
            give(place, "other", "N_A", type + "saml2");
            refusedExchange(tokens, "");
            give(place, "other", "Bearer", type + "refresh_token");
            refusedExchange(tokens, "did not exchange the token for an access token");
            place.on("/token", seen -> Answer.status(302).with("Location", place.base() + "/elsewhere"));
            refusedExchange(tokens, "issued no token");
            assertThat(place.seen("/elsewhere")).isEmpty();
        }
    }

    private static void give(StubHttpServer place, String token, String type, String issued) {
        place.on(
                "/token",
                seen -> Answer.json(Map.of("access_token", token, "token_type", type, "issued_token_type", issued)));
    }

    private static void refusedExchange(TokenClient tokens, String why) {
        assertThatThrownBy(() -> tokens.exchangeToken("mine", "them", Set.of()))
                .isInstanceOf(AuthorizationException.class)
                .hasMessageContaining(why)
                .hasMessageNotContaining("mine");
    }
}
