package dev.tenon.internal.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Issue 20, section 1: one scheduler for each runtime, which survives all exceptions of its tasks. */
class RuntimeSchedulerTest {
    private final RuntimeScheduler scheduler = new RuntimeScheduler("test-timer");

    @AfterEach
    void close() {
        scheduler.close();
    }

    @Test
    void a_task_runs_on_a_thread_that_must_not_block() throws Exception {
        CompletableFuture<String> thread = new CompletableFuture<>();
        CompletableFuture<Boolean> mayBlock = new CompletableFuture<>();

        scheduler.schedule(Duration.ZERO, () -> {
            thread.complete(Thread.currentThread().getName());
            mayBlock.complete(ThreadBlockingContext.current().canBlock());
        });

        assertThat(thread.get(30, TimeUnit.SECONDS)).isEqualTo("test-timer");
        assertThat(mayBlock.get(30, TimeUnit.SECONDS)).isFalse();
    }

    @Test
    void a_repeated_task_that_throws_an_error_runs_again() throws Exception {
        CountDownLatch runs = new CountDownLatch(3);

        scheduler.scheduleRepeating(Duration.ofMillis(1), () -> {
            runs.countDown();
            throw new AssertionError("thrown by the test");
        });

        assertThat(runs.await(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void a_cancelled_task_does_not_run() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        CountDownLatch cancelled = new CountDownLatch(1);
        CountDownLatch later = new CountDownLatch(1);
        scheduler.schedule(Duration.ZERO, () -> {
            while (cancelled.getCount() > 0) {
                Thread.onSpinWait();
            }
        });

        scheduler.schedule(Duration.ofMillis(20), runs::incrementAndGet).cancel();
        cancelled.countDown();
        scheduler.schedule(Duration.ofMillis(40), later::countDown);

        assertThat(later.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(runs).hasValue(0);
    }

    @Test
    void a_repeated_task_can_cancel_itself() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        CompletableFuture<RuntimeScheduler.TaskHandle> itself = new CompletableFuture<>();
        CountDownLatch later = new CountDownLatch(1);
        itself.complete(scheduler.scheduleRepeating(Duration.ofMillis(5), () -> {
            runs.incrementAndGet();
            itself.join().cancel();
            scheduler.schedule(Duration.ofMillis(30), later::countDown);
        }));

        assertThat(later.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(runs).hasValue(1);
    }

    @Test
    void a_closed_scheduler_accepts_tasks_but_does_not_run_them() {
        scheduler.close();

        RuntimeScheduler.TaskHandle task = scheduler.schedule(Duration.ZERO, () -> {});
        task.cancel();

        assertThat(scheduler.scheduleRepeating(Duration.ofSeconds(1), () -> {})).isNotNull();
    }

    @Test
    void a_delay_of_any_length_is_accepted() {
        scheduler.schedule(Duration.ofSeconds(Long.MAX_VALUE), () -> {}).cancel();
    }
}
