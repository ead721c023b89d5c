package dev.tenon.client.internal.transport;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.client.internal.transport.streamable.ResumePolicy;
import dev.tenon.http.SseEvent;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ResumePolicyTest {
    private final ResumePolicy policy = new ResumePolicy(7);

    private static SseEvent createRetryEvent(Duration time) {
        return SseEvent.primingEvent("1").withRetry(time);
    }

    @Test
    void delays_grow_while_attempts_fail_and_attempts_are_limited() {
        assertThat(policy.countAttemptAndGetDelay()).isEqualTo(Duration.ofSeconds(1));
        assertThat(policy.countAttemptAndGetDelay()).isEqualTo(Duration.ofSeconds(2));
        for (int i = 0; i < 5; i++) {
            assertThat(policy.canRetry()).isTrue();
            policy.countAttemptAndGetDelay();
        }
        assertThat(policy.canRetry()).isFalse();
    }

    @Test
    void delays_are_limited_to_half_a_minute_unless_the_server_requests_more() {
        for (int i = 0; i < 6; i++) {
            policy.countAttemptAndGetDelay();
        }
        assertThat(policy.countAttemptAndGetDelay()).isEqualTo(Duration.ofSeconds(30));
        policy.onEvent(createRetryEvent(Duration.ofMinutes(2)));
        assertThat(policy.countAttemptAndGetDelay()).isEqualTo(Duration.ofMinutes(2));
        assertThat(policy.countAttemptAndGetDelay()).isEqualTo(Duration.ofMinutes(2));
        policy.onEvent(createRetryEvent(Duration.ofDays(9)));
        assertThat(policy.countAttemptAndGetDelay()).isEqualTo(Duration.ofHours(1));
    }

    /**
     * Issue 20, item 40: the client reconnected 92 times in 25 s to a server that ended its stream at once with {@code
     * retry: 0}.
     */
    @Test
    void delays_have_a_minimum_and_grow_without_messages_whatever_the_server_requests() {
        Duration totalDelay = Duration.ZERO;
        for (int i = 0; i < 8; i++) {
            policy.onEvent(createRetryEvent(Duration.ZERO));
            assertThat(policy.canRetry()).isTrue();
            totalDelay = totalDelay.plus(policy.countAttemptAndGetDelay());
        }
        assertThat(totalDelay).isGreaterThan(Duration.ofSeconds(25));
        policy.onEvent(SseEvent.of("{}".getBytes(UTF_8)));
        assertThat(policy.countAttemptAndGetDelay()).isEqualTo(Duration.ofMillis(500));
    }

    @Test
    void an_event_or_a_long_quiet_stream_counts_as_a_success() {
        policy.countAttemptAndGetDelay();
        policy.onEvent(SseEvent.of("{}".getBytes(UTF_8)));
        assertThat(policy.countAttemptAndGetDelay()).isEqualTo(Duration.ofSeconds(1));
        policy.onStreamEnd(Duration.ofSeconds(60));
        assertThat(policy.countAttemptAndGetDelay()).isEqualTo(Duration.ofSeconds(1));
        policy.onStreamEnd(Duration.ofSeconds(1));
        assertThat(policy.countAttemptAndGetDelay()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void an_id_that_is_not_a_valid_header_value_is_not_sent() {
        policy.onEvent(SseEvent.primingEvent("e 1"));
        assertThat(policy.lastEventId()).isEqualTo("e 1");
        policy.onEvent(SseEvent.primingEvent("\u00e9"));
        assertThat(policy.lastEventId()).isNull();
        policy.onEvent(SseEvent.primingEvent("e2"));
        policy.onEvent(SseEvent.primingEvent("x".repeat(2000)));
        assertThat(policy.lastEventId()).isNull();
    }
}
