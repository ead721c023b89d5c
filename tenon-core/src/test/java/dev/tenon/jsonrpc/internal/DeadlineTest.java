package dev.tenon.jsonrpc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.internal.concurrent.RuntimeScheduler;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DeadlineTest {
    private static Duration left(Deadline deadline) {
        return Duration.ofNanos(deadline.remainingNanos());
    }

    private static Duration since(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }

    @Test
    void a_pause_takes_no_patience_and_pauses_may_overlap() throws Exception {
        Duration patience = Duration.ofSeconds(60);
        long begun = System.nanoTime();
        Deadline deadline = Deadline.extendable(patience, Duration.ofMinutes(2));
        deadline.pause();
        deadline.pause();
        Duration before = since(begun);
        Thread.sleep(200);
        deadline.resume();
        Thread.sleep(200);
        assertThat(left(deadline)).isBetween(patience.minus(before), patience);
        long resumed = System.nanoTime();
        deadline.resume();
        Duration left = left(deadline);
        assertThat(left).isBetween(patience.minus(before).minus(since(resumed)), patience);
        Thread.sleep(200);
        assertThat(left(deadline)).isLessThan(patience.minusMillis(150));
        assertThat(Duration.ofNanos(deadline.elapsedNanos())).isGreaterThan(Duration.ofMillis(590));
    }

    @Test
    void the_hard_stop_comes_in_a_pause_too() throws Exception {
        try (RuntimeScheduler scheduler = new RuntimeScheduler("deadline-test")) {
            Deadline deadline = Deadline.extendable(Duration.ofMillis(100), Duration.ofMillis(300));
            deadline.pause();
            long start = System.nanoTime();
            CompletableFuture<Long> expired = new CompletableFuture<>();
            new DeadlineTimer(scheduler).schedule(deadline, () -> expired.complete(System.nanoTime() - start));
            assertThat(Duration.ofNanos(expired.get(20, TimeUnit.SECONDS))).isGreaterThan(Duration.ofMillis(250));
            deadline.resume();
            assertThat(deadline.remainingNanos()).isNotPositive();
        }
    }

    @Test
    void news_in_a_pause_start_the_patience_anew() throws Exception {
        Duration patience = Duration.ofSeconds(60);
        Deadline deadline = Deadline.extendable(patience, Duration.ofMinutes(2));
        Thread.sleep(300);
        deadline.pause();
        deadline.extend();
        Thread.sleep(300);
        long resumed = System.nanoTime();
        deadline.resume();
        Duration left = left(deadline);
        assertThat(left).isGreaterThanOrEqualTo(patience.minus(since(resumed)));
    }

    @Test
    void to_wait_in_a_pause_with_almost_nothing_left_costs_almost_nothing() throws Exception {
        try (RuntimeScheduler scheduler = new RuntimeScheduler("deadline-test")) {
            Deadline deadline = Deadline.extendable(Duration.ofMillis(50), Duration.ofMillis(700));
            Thread.sleep(49);
            deadline.pause();
            CompletableFuture<Long> spent = new CompletableFuture<>();
            new DeadlineTimer(scheduler)
                    .schedule(
                            deadline,
                            () -> spent.complete(
                                    ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime()));
            assertThat(spent.get(20, TimeUnit.SECONDS)).isLessThan(TimeUnit.MILLISECONDS.toNanos(300));
        }
    }

    @Test
    void only_what_stands_still_can_go_on() {
        Deadline deadline = Deadline.after(Duration.ofSeconds(1));
        assertThatThrownBy(deadline::resume).isInstanceOf(IllegalStateException.class);
    }
}
