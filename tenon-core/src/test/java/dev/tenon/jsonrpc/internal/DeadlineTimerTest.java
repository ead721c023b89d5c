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

/** Issue 20, item 13: one task waits for all deadlines of a timer, however many of them have come and gone. */
class DeadlineTimerTest {
    private static final Deadline FAR = Deadline.after(Duration.ofDays(10_000));

    /** The tasks that wait, in the order in which they were scheduled; a test runs them. */
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

    private void watchWhatIsOver() {
        timer.schedule(Deadline.after(Duration.ZERO), ended::incrementAndGet);
    }

    @Test
    void deadlines_that_end_before_a_far_one_leave_no_task_behind() {
        timer.schedule(FAR, ended::incrementAndGet);
        for (int i = 1; i <= 100; i++) {
            watchWhatIsOver();
            latest().run();
            assertThat(ended).hasValue(i);
        }
        assertThat(waiting).hasSize(1);
    }

    @Test
    void a_task_whose_place_is_taken_while_it_is_scheduled_is_cancelled() {
        meanwhile = this::watchWhatIsOver;
        timer.schedule(FAR, ended::incrementAndGet);
        assertThat(waiting).hasSize(1);
        latest().run();
        assertThat(ended).hasValue(1);
        assertThat(waiting).hasSize(1);
    }

    @Test
    void a_task_that_runs_although_its_place_was_taken_leaves_one_task() {
        timer.schedule(FAR, ended::incrementAndGet);
        Runnable replaced = latest();
        watchWhatIsOver();
        replaced.run();
        assertThat(ended).hasValue(1);
        assertThat(waiting).hasSize(1);
    }

    @Test
    void every_deadline_ends_that_many_threads_add_at_once() throws Exception {
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
