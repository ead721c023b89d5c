package dev.tenon.guard.internal.forwarder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.error.CallTimeoutException;
import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.error.HttpStatusException;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.guard.BreakerLimits;
import dev.tenon.guard.UpstreamState;
import dev.tenon.guard.internal.error.CircuitOpenException;
import dev.tenon.jsonrpc.RpcError;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CircuitBreakerTest {
    private static final RuntimeException LOST = new ConnectionFailedException("lost");

    private final AtomicLong now = new AtomicLong(System.nanoTime());
    private final CircuitBreaker breaker = new CircuitBreaker(
            "behind",
            new BreakerLimits(3, Duration.ofSeconds(10), Duration.ofSeconds(2), Duration.ofSeconds(5)),
            now::get);

    private void advanceClock(int milliseconds) {
        now.addAndGet(Duration.ofMillis(milliseconds).toNanos());
    }

    private void fail(int times) {
        for (int i = 0; i < times; i++) {
            breaker.acquireForHttpRequest().onFailure(LOST);
        }
    }

    private void assertRefused(String texts, int seconds) {
        assertThatThrownBy(breaker::acquireForHttpRequest)
                .isInstanceOfSatisfying(CircuitOpenException.class, e -> assertThat(e.retryAfterSeconds())
                        .isEqualTo(seconds))
                .hasMessageContaining("cannot be reached: " + texts);
        assertThatThrownBy(breaker::acquireForConnect).isInstanceOf(CircuitOpenException.class);
    }

    @Test
    void it_opens_after_consecutive_failures() {
        fail(2);
        assertThat(breaker.state()).isEqualTo(new UpstreamState(true, 2, Duration.ZERO));
        fail(1);
        assertRefused("3 consecutive failures; next retry in 2 seconds", 2);
        assertThat(breaker.state()).isEqualTo(new UpstreamState(false, 3, Duration.ofSeconds(2)));
    }

    @Test
    void a_success_or_an_error_response_resets_the_count() {
        fail(2);
        breaker.acquireForHttpRequest().onSuccess();
        fail(2);
        breaker.acquireForHttpRequest().onFailure(new ServerErrorException(new RpcError(-32000, "no")));
        fail(2);
        breaker.acquireForHttpRequest().release();
    }

    @Test
    void old_failures_do_not_count() {
        fail(2);
        advanceClock(10_001);
        fail(2);
        breaker.acquireForHttpRequest().release();
    }

    @Test
    void a_caller_specific_failure_does_not_count() {
        fail(2);
        breaker.acquireForHttpRequest().onFailure(new HttpStatusException(401, ""));
        breaker.acquireForConnect().onFailure(new HttpStatusException(401, ""));
        breaker.acquireForHttpRequest().release();
        breaker.acquireForConnect().onFailure(new CallTimeoutException("slow"));
        assertRefused("3 consecutive failures", 2);
    }

    @Test
    void a_timeout_counts_if_the_server_sent_nothing_meanwhile() {
        for (int i = 0; i < 5; i++) {
            CircuitBreaker.BreakerPermit slow = breaker.acquireForHttpRequest();
            advanceClock(100);
            breaker.recordMessageTime();
            slow.onFailure(new CallTimeoutException("slow"));
            CircuitBreaker.BreakerPermit message = breaker.createPermitForOpenConnection();
            advanceClock(100);
            message.onFailure(new CallTimeoutException("slow"));
        }
        for (int i = 0; i < 3; i++) {
            CircuitBreaker.BreakerPermit hung = breaker.acquireForHttpRequest();
            advanceClock(100);
            hung.onFailure(new CallTimeoutException("hung"));
        }
        assertRefused("3 consecutive failures", 2);
    }

    @Test
    void one_trial_is_admitted_after_a_growing_limited_delay() {
        fail(3);
        advanceClock(1999);
        assertRefused("3 consecutive failures; next retry in 1 second", 1);
        advanceClock(1);
        CircuitBreaker.BreakerPermit trial = breaker.acquireForHttpRequest();
        assertRefused("3 consecutive failures; a retry is in progress", 1);
        trial.onFailure(LOST);
        assertRefused("4 consecutive failures", 4);
        advanceClock(4000);
        breaker.acquireForConnect().onFailure(LOST);
        assertRefused("5 consecutive failures", 5);
    }

    @Test
    void a_hanging_trial_does_not_block_the_next() {
        fail(3);
        advanceClock(2000);
        breaker.acquireForHttpRequest();
        advanceClock(5000);
        assertRefused("3 consecutive failures", 1);
        advanceClock(1);
        breaker.acquireForHttpRequest().onSuccess();
        assertThat(breaker.state().reachable()).isTrue();
    }

    @Test
    void a_successful_trial_closes_it() {
        fail(3);
        advanceClock(2000);
        breaker.acquireForHttpRequest().onSuccess();
        assertThat(breaker.state()).isEqualTo(new UpstreamState(true, 0, Duration.ZERO));
        fail(2);
        breaker.acquireForHttpRequest().release();
    }

    @Test
    void a_released_trial_admits_the_next() {
        fail(3);
        advanceClock(2000);
        breaker.acquireForHttpRequest().onFailure(new IllegalStateException("not about the server"));
        breaker.acquireForHttpRequest().release();
        breaker.acquireForHttpRequest().onFailure(LOST);
        assertRefused("4 consecutive failures", 4);
    }

    @Test
    void an_attempt_started_before_it_opened_does_not_count() {
        CircuitBreaker.BreakerPermit before = breaker.acquireForHttpRequest();
        fail(3);
        before.onFailure(LOST);
        assertRefused("3 consecutive failures", 2);
        advanceClock(2000);
        CircuitBreaker.BreakerPermit trial = breaker.acquireForHttpRequest();
        before.onFailure(LOST);
        assertRefused("3 consecutive failures", 1);
        trial.onFailure(LOST);
        assertRefused("4 consecutive failures", 4);
    }

    @Test
    void a_call_over_an_open_connection_is_admitted_and_does_not_count() {
        for (int i = 0; i < 5; i++) {
            breaker.createPermitForOpenConnection().onFailure(LOST); // One lost connection can fail many calls.
        }
        assertThat(breaker.state().reachable()).isTrue();
        fail(3);
        breaker.createPermitForOpenConnection().onFailure(LOST);
        assertRefused("3 consecutive failures", 2);
        breaker.createPermitForOpenConnection().onSuccess();
        breaker.acquireForHttpRequest().release();
    }
}
