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
    private final List<Runnable> scheduledTasks = new ArrayList<>();

    private final AtomicInteger expiredCount = new AtomicInteger();
    private Runnable actionDuringSchedule = () -> {};
    private final DeadlineTimer timer = new DeadlineTimer(this::schedule);

    private RuntimeScheduler.TaskHandle schedule(Duration delay, Runnable task) {
        Runnable scheduledTask = new Runnable() {
            @Override
            public void run() {
                scheduledTasks.remove(this);
                task.run();
            }
        };
        scheduledTasks.add(scheduledTask);
        Runnable action = actionDuringSchedule;
        actionDuringSchedule = () -> {};
        action.run();
        return () -> scheduledTasks.remove(scheduledTask);
    }

    private Runnable latestTask() {
        return scheduledTasks.get(scheduledTasks.size() - 1);
    }

    private void scheduleExpired() {
        timer.schedule(Deadline.after(Duration.ZERO), expiredCount::incrementAndGet);
    }

    @Test
    void cancelled_deadlines_before_a_late_one_leave_no_task() {
        timer.schedule(FAR, expiredCount::incrementAndGet);
        for (int i = 1; i <= 100; i++) {
            scheduleExpired();
            latestTask().run();
            assertThat(expiredCount).hasValue(i);
        }
        assertThat(scheduledTasks).hasSize(1);
    }

    @Test
    void a_task_replaced_while_it_is_scheduled_is_cancelled() {
        actionDuringSchedule = this::scheduleExpired;
        timer.schedule(FAR, expiredCount::incrementAndGet);
        assertThat(scheduledTasks).hasSize(1);
        latestTask().run();
        assertThat(expiredCount).hasValue(1);
        assertThat(scheduledTasks).hasSize(1);
    }

    @Test
    void a_replaced_task_that_runs_leaves_one_task() {
        timer.schedule(FAR, expiredCount::incrementAndGet);
        Runnable replaced = latestTask();
        scheduleExpired();
        replaced.run();
        assertThat(expiredCount).hasValue(1);
        assertThat(scheduledTasks).hasSize(1);
    }

    @Test
    void all_deadlines_of_concurrent_threads_expire() throws Exception {
        int threads = 4;
        int deadlinesPerThread = 1000;
        CountDownLatch all = new CountDownLatch(threads * deadlinesPerThread);
        try (RuntimeScheduler scheduler = new RuntimeScheduler("deadline-test")) {
            DeadlineTimer shared = new DeadlineTimer(scheduler);
            shared.schedule(FAR, expiredCount::incrementAndGet);
            for (int i = 0; i < threads; i++) {
                int seed = i;
                new Thread(() -> {
                            for (int j = 0; j < deadlinesPerThread; j++) {
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
