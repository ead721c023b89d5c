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
    private static Duration remaining(Deadline deadline) {
        return Duration.ofNanos(deadline.remainingNanos());
    }

    private static Duration elapsedSince(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }

    @Test
    void a_pause_suspends_the_timeout_and_pauses_may_overlap() throws Exception {
        Duration timeout = Duration.ofSeconds(60);
        long startNanos = System.nanoTime();
        Deadline deadline = Deadline.extendable(timeout, Duration.ofMinutes(2));
        deadline.pause();
        deadline.pause();
        Duration before = elapsedSince(startNanos);
        Thread.sleep(200);
        deadline.resume();
        Thread.sleep(200);
        assertThat(remaining(deadline)).isBetween(timeout.minus(before), timeout);
        long resumedNanos = System.nanoTime();
        deadline.resume();
        Duration remaining = remaining(deadline);
        assertThat(remaining).isBetween(timeout.minus(before).minus(elapsedSince(resumedNanos)), timeout);
        Thread.sleep(200);
        assertThat(remaining(deadline)).isLessThan(timeout.minusMillis(150));
        assertThat(Duration.ofNanos(deadline.elapsedNanos())).isGreaterThan(Duration.ofMillis(590));
    }

    @Test
    void the_hard_limit_applies_during_a_pause() throws Exception {
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
    void progress_during_a_pause_restarts_the_timeout() throws Exception {
        Duration timeout = Duration.ofSeconds(60);
        Deadline deadline = Deadline.extendable(timeout, Duration.ofMinutes(2));
        Thread.sleep(300);
        deadline.pause();
        deadline.extend();
        Thread.sleep(300);
        long resumedNanos = System.nanoTime();
        deadline.resume();
        Duration remaining = remaining(deadline);
        assertThat(remaining).isGreaterThanOrEqualTo(timeout.minus(elapsedSince(resumedNanos)));
    }

    @Test
    void waiting_in_a_pause_with_little_time_left_uses_little_cpu() throws Exception {
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
    void only_a_paused_deadline_can_resume() {
        Deadline deadline = Deadline.after(Duration.ofSeconds(1));
        assertThatThrownBy(deadline::resume).isInstanceOf(IllegalStateException.class);
    }
}
