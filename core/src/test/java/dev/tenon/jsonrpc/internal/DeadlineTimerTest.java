package dev.tenon.jsonrpc.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.internal.concurrent.RuntimeScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Issue 20, item 13: a timer has one scheduled task for all its deadlines. */
class DeadlineTimerTest {
    private static final Deadline FAR = Deadline.after(Duration.ofDays(10_000));

    /** The scheduled tasks in order; a test runs them. */
    private final List<Runnable> waiting = new ArrayList<>();

    private final AtomicInteger ended = new AtomicInteger();
    private Runnable meanwhile = () -> {};
    private final DeadlineTimer timer = new DeadlineTimer(this::schedule);

    private RuntimeScheduler.TaskHandle schedule(Duration delay, Runnable task) {
        Runnable look = new Runnable() {
            @Override
            public void run() {
                waiting.remove(this);
                task.run();
            }
        };
        waiting.add(look);
        Runnable now = meanwhile;
        meanwhile = () -> {};
        now.run();
        return () -> waiting.remove(look);
    }

    private Runnable latest() {
        return waiting.get(waiting.size() - 1);
    }

    private void scheduleExpired() {
        timer.schedule(Deadline.after(Duration.ZERO), ended::incrementAndGet);
    }

    @Test
    void cancelled_deadlines_before_a_late_one_leave_no_task() {
        timer.schedule(FAR, ended::incrementAndGet);
        for (int i = 1; i <= 100; i++) {
            scheduleExpired();
            latest().run();
            assertThat(ended).hasValue(i);
        }
        assertThat(waiting).hasSize(1);
    }

    @Test
    void a_task_replaced_while_it_is_scheduled_is_cancelled() {
        meanwhile = this::scheduleExpired;
        timer.schedule(FAR, ended::incrementAndGet);
        assertThat(waiting).hasSize(1);
        latest().run();
        assertThat(ended).hasValue(1);
        assertThat(waiting).hasSize(1);
    }

    @Test
    void a_replaced_task_that_runs_leaves_one_task() {
        timer.schedule(FAR, ended::incrementAndGet);
        Runnable replaced = latest();
        scheduleExpired();
        replaced.run();
        assertThat(ended).hasValue(1);
        assertThat(waiting).hasSize(1);
    }

    @Test
    void all_deadlines_of_concurrent_threads_expire() throws Exception {
        int threads = 4;
        int each = 1000;
        CountDownLatch all = new CountDownLatch(threads * each);
        try (RuntimeScheduler scheduler = new RuntimeScheduler("deadline-test")) {
            DeadlineTimer shared = new DeadlineTimer(scheduler);
            shared.schedule(FAR, ended::incrementAndGet);
            for (int i = 0; i < threads; i++) {
                int seed = i;
                new Thread(() -> {
                            for (int j = 0; j < each; j++) {
                                Duration time = Duration.ofNanos((j * 7919L + seed * 104_729L) % 3_000_000);
                                shared.schedule(Deadline.after(time), all::countDown);
                            }
                        })
                        .start();
            }
            assertThat(all.await(60, TimeUnit.SECONDS)).isTrue();
        }
    }
}
