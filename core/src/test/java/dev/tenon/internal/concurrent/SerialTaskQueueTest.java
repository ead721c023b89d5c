package dev.tenon.internal.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Issue 20: tasks for a slow reader are queued in order and within limits. */
@Timeout(60)
class SerialTaskQueueTest {
    private static final int MAX_TASKS = 3;
    private static final int MAX_BYTES = 100;
    private static final Duration LONG_TIMEOUT = Duration.ofSeconds(30);

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final SerialTaskQueue queue = new SerialTaskQueue(threads, MAX_TASKS, MAX_BYTES);
    private final List<Object> done = new CopyOnWriteArrayList<>();
    private final CountDownLatch release = new CountDownLatch(1);

    @AfterEach
    void close() {
        release.countDown();
        threads.shutdown();
    }

    /** Occupies the queue until {@link #releaseQueue} is called. */
    private void occupyQueue() throws InterruptedException {
        CountDownLatch started = new CountDownLatch(1);
        queue.tryAdd(
                () -> {
                    started.countDown();
                    awaitRelease();
                },
                0,
                null);
        assertThat(started.await(30, TimeUnit.SECONDS)).isTrue();
    }

    private void awaitRelease() {
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean addTask(Object task, int size, @Nullable Object change) {
        return queue.tryAdd(() -> done.add(task), size, change);
    }

    private void releaseQueue() throws InterruptedException {
        release.countDown();
        queue.awaitIdle(LONG_TIMEOUT);
    }

    @Test
    void tasks_run_in_order_and_one_at_a_time() throws Exception {
        SerialTaskQueue wide = new SerialTaskQueue(threads, 1000, MAX_BYTES);
        AtomicBoolean running = new AtomicBoolean();
        for (int i = 0; i < 1000; i++) {
            int number = i;
            wide.tryAdd(
                    () -> {
                        assertThat(running.compareAndSet(false, true)).isTrue();
                        done.add(number);
                        running.set(false);
                    },
                    0,
                    null);
        }
        wide.awaitIdle(LONG_TIMEOUT);

        assertThat(wide.isIdle()).isTrue();
        assertThat(done)
                .containsExactlyElementsOf(IntStream.range(0, 1000).boxed().toList());
    }

    @Test
    void a_change_is_queued_once_and_again_after_its_task_has_started() throws Exception {
        occupyQueue();
        assertThat(addTask("first", 0, "a")).isTrue();
        assertThat(addTask("second", 0, "a")).isTrue();
        assertThat(addTask("other", 0, "b")).isTrue();
        releaseQueue();
        assertThat(done).containsExactly("first", "other");

        assertThat(addTask("third", 0, "a")).isTrue();
        queue.awaitIdle(LONG_TIMEOUT);
        assertThat(done).containsExactly("first", "other", "third");
    }

    @Test
    void changes_and_other_tasks_have_the_same_limit() throws Exception {
        occupyQueue();
        for (int i = 0; i < MAX_TASKS; i++) {
            assertThat(addTask(i, 0, null)).isTrue();
            assertThat(addTask("change", 0, i)).isTrue();
        }
        assertThat(addTask("beyond", 0, null)).isFalse();
        assertThat(addTask("beyond", 0, MAX_TASKS)).isFalse();
        releaseQueue();

        assertThat(done).hasSize(2 * MAX_TASKS).doesNotContain("beyond");
        assertThat(addTask("later", 0, null)).isTrue();
    }

    @Test
    void the_size_of_queued_tasks_is_limited_but_one_task_is_always_accepted() throws Exception {
        occupyQueue();
        assertThat(addTask("large", 2 * MAX_BYTES, null)).isTrue();
        assertThat(addTask("beyond", 1, null)).isFalse();
        assertThat(addTask("change", MAX_BYTES, "a")).isTrue();
        releaseQueue();
        assertThat(done).containsExactly("large", "change");

        assertThat(addTask("whole", MAX_BYTES, null)).isTrue();
        queue.awaitIdle(LONG_TIMEOUT);
        assertThat(done).contains("whole");
    }

    @Test
    void a_task_that_throws_is_reported_and_does_not_stop_others() throws Exception {
        List<Throwable> reported = new CopyOnWriteArrayList<>();
        SerialTaskQueue failing = new SerialTaskQueue(
                task -> {
                    Thread thread = new Thread(task);
                    thread.setUncaughtExceptionHandler((which, e) -> reported.add(e));
                    thread.start();
                },
                MAX_TASKS,
                MAX_BYTES);
        failing.tryAdd(
                () -> {
                    throw new AssertionError("as it should");
                },
                0,
                null);
        failing.tryAdd(() -> done.add("next"), 0, null);
        failing.awaitIdle(LONG_TIMEOUT);

        assertThat(done).containsExactly("next");
        assertThat(reported).singleElement().isInstanceOf(AssertionError.class);
    }

    @Test
    void a_task_does_not_wait_for_itself() throws Exception {
        queue.tryAdd(
                () -> {
                    try {
                        queue.awaitIdle(Duration.ofDays(1));
                        done.add("flushed");
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                0,
                null);
        queue.awaitIdle(LONG_TIMEOUT);

        assertThat(done).containsExactly("flushed");
    }
}
