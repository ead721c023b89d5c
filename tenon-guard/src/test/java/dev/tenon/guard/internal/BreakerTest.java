package dev.tenon.guard.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.CallTimeoutException;
import dev.tenon.client.ConnectionFailedException;
import dev.tenon.client.HttpStatusException;
import dev.tenon.client.ServerErrorException;
import dev.tenon.guard.BreakerLimits;
import dev.tenon.guard.UpstreamState;
import dev.tenon.jsonrpc.RpcError;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class BreakerTest {
    private static final RuntimeException LOST = new ConnectionFailedException("lost");

    private final AtomicLong now = new AtomicLong(System.nanoTime());
    private final Breaker breaker = new Breaker(
            "behind",
            new BreakerLimits(3, Duration.ofSeconds(10), Duration.ofSeconds(2), Duration.ofSeconds(5)),
            now::get);

    private void wait(int milliseconds) {
        now.addAndGet(Duration.ofMillis(milliseconds).toNanos());
    }

    private void fail(int times) {
        for (int i = 0; i < times; i++) {
            breaker.check();
            breaker.failed(LOST);
        }
    }

    private void assertRefused(String words, int seconds) {
        assertThatThrownBy(breaker::check)
                .isInstanceOfSatisfying(LeftAloneException.class, e -> assertThat(e.retryAfter())
                        .isEqualTo(seconds))
                .hasMessageContaining("cannot be reached: that failed " + words);
    }

    @Test
    void it_opens_after_so_many_failures_in_a_row() {
        fail(2);
        assertThat(breaker.state()).isEqualTo(new UpstreamState(true, 2, Duration.ZERO));
        fail(1);
        assertRefused("3 times in a row, and is tried again in 2 seconds", 2);
        assertThat(breaker.state()).isEqualTo(new UpstreamState(false, 3, Duration.ofSeconds(2)));
    }

    @Test
    void a_success_or_an_error_that_is_answered_begins_a_new_row() {
        fail(2);
        breaker.worked();
        fail(2);
        breaker.failed(new ServerErrorException(new RpcError(-32000, "no")));
        fail(2);
        breaker.check();
    }

    @Test
    void failures_long_ago_do_not_count() {
        fail(2);
        wait(10_001);
        fail(2);
        breaker.check();
    }

    @Test
    void what_is_about_the_caller_does_not_count() {
        fail(2);
        breaker.failed(new HttpStatusException(401, ""));
        breaker.failed(new CallTimeoutException("slow"));
        breaker.check();
        breaker.notConnected(new CallTimeoutException("slow"));
        assertRefused("3 times", 2);
    }

    @Test
    void one_tries_after_a_delay_that_grows_to_a_bound() {
        fail(3);
        wait(1999);
        assertRefused("3 times in a row, and is tried again in 1 second", 1);
        wait(1);
        breaker.check();
        assertRefused("3 times in a row, and is tried again now", 1);
        breaker.failed(LOST);
        assertRefused("4 times", 4);
        wait(4000);
        breaker.check();
        breaker.failed(LOST);
        assertRefused("5 times", 5);
    }

    @Test
    void the_one_that_succeeds_closes_it() {
        fail(3);
        wait(2000);
        breaker.check();
        breaker.worked();
        assertThat(breaker.state()).isEqualTo(new UpstreamState(true, 0, Duration.ZERO));
        fail(2);
        breaker.check();
    }

    @Test
    void one_that_gives_up_leaves_the_try_to_the_next() {
        fail(3);
        wait(2000);
        breaker.check();
        breaker.failed(new IllegalStateException("not about the server"));
        breaker.check();
    }

    @Test
    void what_began_before_it_opened_does_not_count_again() {
        fail(3);
        breaker.failed(LOST);
        assertRefused("3 times", 2);
    }
}
