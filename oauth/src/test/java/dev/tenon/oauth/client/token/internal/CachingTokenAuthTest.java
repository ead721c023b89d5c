package dev.tenon.oauth.client.token.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.endpoint.CredentialsProvider.UnauthorizedResponse;
import dev.tenon.oauth.ManualClock;
import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.client.OAuthLimits;
import dev.tenon.oauth.client.token.AccessToken;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The pauses after failures and rejections, to the instant, and replacements in between. */
class CachingTokenAuthTest {
    private static final URI SERVER = URI.create("https://mcp.example.com/mcp");
    private static final Duration INSTANT = Duration.ofNanos(1);

    private final ManualClock clock = new ManualClock("2026-01-01T00:00:00Z");
    private final CachingTokenAuth auth = new CachingTokenAuth(this::fetch, OAuthLimits.DEFAULT, clock);
    private int fetches;
    private @Nullable RuntimeException failure;
    private Duration fetchTime = Duration.ZERO;

    private AccessToken fetch() {
        fetches++;
        clock.advance(fetchTime);
        if (failure != null) {
            throw failure;
        }
        return new AccessToken("t" + fetches, clock.instant().plusSeconds(600), Set.of());
    }

    private @Nullable String token() {
        return auth.headers("POST", SERVER).get("Authorization");
    }

    private boolean reject(String token) {
        return auth.renew(new UnauthorizedResponse(
                401, SERVER, Map.of("authorization", List.of("Bearer " + token)), List.of(), Map.of()));
    }

    private void accept() {
        auth.onResponse(200, SERVER, Map.of());
    }

    @Test
    void after_a_failure_the_source_rests_for_two_seconds_after_it_failed() {
        failure = new AuthorizationException("down");
        fetchTime = Duration.ofSeconds(5);
        assertThatThrownBy(this::token).isSameAs(failure);
        RuntimeException first = failure;
        failure = null;
        clock.advance(Duration.ofSeconds(2).minus(INSTANT));
        assertThatThrownBy(this::token).isSameAs(first);
        assertThat(fetches).isEqualTo(1);
        clock.advance(INSTANT);
        assertThat(token()).isEqualTo("Bearer t2");
    }

    @Test
    void a_defect_of_the_source_is_not_remembered() {
        failure = new IllegalStateException("defect");
        assertThatThrownBy(this::token).isSameAs(failure);
        failure = null;
        assertThat(token()).isEqualTo("Bearer t2");
    }

    @Test
    void a_pause_after_a_failure_also_stops_renewals() {
        token();
        failure = new AuthorizationException("down");
        assertThatThrownBy(() -> reject("t1")).isSameAs(failure);
        assertThatThrownBy(() -> reject("t1")).isSameAs(failure);
        assertThat(fetches).isEqualTo(2);
    }

    @Test
    void a_rejection_of_an_older_token_uses_the_current_one() {
        token();
        assertThat(reject("t0")).isTrue();
        assertThat(fetches).isEqualTo(1);
    }

    @Test
    void a_replacement_that_is_rejected_at_once_is_replaced_only_after_ten_seconds() {
        token();
        assertThat(reject("t1")).isTrue();
        assertThat(reject("t2")).isFalse();
        clock.advance(Duration.ofSeconds(10).minus(INSTANT));
        assertThat(reject("t2")).isFalse();
        clock.advance(INSTANT);
        assertThat(reject("t2")).isTrue();
        assertThat(token()).isEqualTo("Bearer t3");
    }

    @Test
    void a_replacement_that_was_accepted_may_be_replaced_at_once() {
        token();
        reject("t1");
        accept();
        assertThat(reject("t2")).isTrue();
        assertThat(fetches).isEqualTo(3);
    }

    @Test
    void an_error_response_does_not_count_as_acceptance() {
        token();
        reject("t1");
        auth.onResponse(500, SERVER, Map.of());
        assertThat(reject("t2")).isFalse();
    }

    @Test
    void a_rejection_before_the_first_token_fetches_one() {
        assertThat(reject("none")).isTrue();
        assertThat(token()).isEqualTo("Bearer t1");
    }

    @Test
    void a_token_that_is_due_is_not_available_without_blocking() {
        token();
        clock.advance(Duration.ofSeconds(570).minus(INSTANT));
        assertThat(auth.headersIfAvailable("POST", SERVER)).isNotNull();
        clock.advance(INSTANT);
        assertThat(auth.headersIfAvailable("POST", SERVER)).isNull();
        assertThat(fetches).isEqualTo(1);
    }

    @Test
    void a_token_that_cannot_be_replaced_is_used_until_the_instant_of_its_expiry() {
        token();
        failure = new AuthorizationException("down");
        clock.advance(Duration.ofSeconds(600).minus(INSTANT));
        assertThat(token()).isEqualTo("Bearer t1");
        clock.advance(INSTANT);
        assertThatThrownBy(this::token).isSameAs(failure);
    }
}
