package dev.tenon.oauth.client.internal.login;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.oauth.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LoginAttemptsTest {
    private static final Duration WINDOW = Duration.ofMinutes(10);
    private static final Duration INSTANT = Duration.ofNanos(1);

    private final ManualClock clock = new ManualClock("2026-01-01T00:00:00Z");
    private final LoginAttempts attempts = new LoginAttempts(clock);

    private boolean register(String tool, String... scopes) {
        return attempts.tryRegisterOperation(
                Map.of("mcp-method", List.of("tools/call"), "mcp-name", List.of(tool)), Set.of(scopes));
    }

    @Test
    void the_fifth_login_reaches_the_limit_until_the_first_is_ten_minutes_old() {
        for (int i = 0; i < 4; i++) {
            attempts.recordLogin();
        }
        assertThat(attempts.isLimitReached()).isFalse();
        clock.advance(INSTANT);
        attempts.recordLogin();
        assertThat(attempts.isLimitReached()).isTrue();
        clock.advance(WINDOW.minus(INSTANT).minus(INSTANT));
        assertThat(attempts.isLimitReached()).isTrue();
        clock.advance(INSTANT);
        assertThat(attempts.isLimitReached()).isFalse();
    }

    @Test
    void an_operation_causes_one_login_in_ten_minutes() {
        assertThat(register("pay", "a")).isTrue();
        clock.advance(WINDOW.minus(INSTANT));
        assertThat(register("pay", "a")).isFalse();
        clock.advance(INSTANT);
        assertThat(register("pay", "a")).isTrue();
    }

    @Test
    void other_scopes_or_another_operation_are_independent_and_the_order_of_scopes_is_not() {
        assertThat(register("pay", "a", "b")).isTrue();
        assertThat(register("pay", "a")).isTrue();
        assertThat(register("refund", "a")).isTrue();
        assertThat(register("pay", "b", "a")).isFalse();
    }

    @Test
    void requests_without_headers_are_one_operation() {
        assertThat(attempts.tryRegisterOperation(Map.of(), Set.of())).isTrue();
        assertThat(attempts.tryRegisterOperation(Map.of(), Set.of())).isFalse();
    }
}
