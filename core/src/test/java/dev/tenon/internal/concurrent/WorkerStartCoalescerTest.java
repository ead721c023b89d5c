package dev.tenon.internal.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WorkerStartCoalescerTest {
    private final AtomicInteger startedThreads = new AtomicInteger();
    private final ThreadReusingExecutor threads = new ThreadReusingExecutor(task -> {
        startedThreads.incrementAndGet();
        return new Thread(task);
    });

    @AfterEach
    void stop() {
        WorkerStartCoalescer.end();
        threads.shutdownNow();
    }

    @Test
    void deferred_tasks_start_when_the_batch_ends() throws Exception {
        CountDownLatch completed = new CountDownLatch(3);
        WorkerStartCoalescer.beginOnCurrentThread();
        submit(completed, 3);
        assertThat(startedThreads).hasValue(0);

        WorkerStartCoalescer.end();

        assertThat(completed.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void at_most_32_tasks_are_deferred() throws Exception {
        CountDownLatch completed = new CountDownLatch(32);
        WorkerStartCoalescer.beginOnCurrentThread();
        submit(completed, 32);
        assertThat(completed.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void a_flush_starts_deferred_tasks_and_the_batch_continues() throws Exception {
        CountDownLatch completed = new CountDownLatch(2);
        CountDownLatch nextCompleted = new CountDownLatch(1);
        WorkerStartCoalescer.beginOnCurrentThread();
        submit(completed, 2);
        WorkerStartCoalescer.flush();
        assertThat(completed.await(10, TimeUnit.SECONDS)).isTrue();

        submit(nextCompleted, 1);
        WorkerStartCoalescer.end();
        assertThat(nextCompleted.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void tasks_for_another_executor_do_not_delay_earlier_ones() throws Exception {
        CountDownLatch completed = new CountDownLatch(1);
        ThreadReusingExecutor otherThreads = new ThreadReusingExecutor(Thread::new);
        WorkerStartCoalescer.beginOnCurrentThread();
        submit(completed, 1);
        HandlerExecutors.executeBatched(otherThreads, () -> {});
        assertThat(completed.await(10, TimeUnit.SECONDS)).isTrue();
        otherThreads.shutdownNow();
    }

    @Test
    void without_a_batch_or_with_another_executor_a_task_starts_immediately() throws Exception {
        CountDownLatch completed = new CountDownLatch(2);
        submit(completed, 1);
        ExecutorService pool = Executors.newCachedThreadPool();
        WorkerStartCoalescer.beginOnCurrentThread();
        HandlerExecutors.executeBatched(pool, completed::countDown);
        assertThat(completed.await(10, TimeUnit.SECONDS)).isTrue();
        pool.shutdownNow();
    }

    @Test
    void tasks_behind_a_blocking_task_start_at_the_flush() throws Exception {
        CountDownLatch blockingStarted = new CountDownLatch(1);
        CountDownLatch completed = new CountDownLatch(1);
        WorkerStartCoalescer.beginOnCurrentThread();
        HandlerExecutors.executeBatched(threads, () -> {
            blockingStarted.countDown();
            await(new CountDownLatch(1));
        });
        WorkerStartCoalescer.flush();
        assertThat(blockingStarted.await(10, TimeUnit.SECONDS)).isTrue();
        submit(completed, 1);
        WorkerStartCoalescer.flush();

        assertThat(completed.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void a_worker_leaves_no_task_behind_a_blocking_one() throws Exception {
        CountDownLatch completed = new CountDownLatch(1);
        WorkerStartCoalescer.beginOnCurrentThread();
        HandlerExecutors.executeBatched(threads, () -> {});
        HandlerExecutors.executeBatched(threads, () -> await(new CountDownLatch(1)));
        submit(completed, 1);
        WorkerStartCoalescer.flush();

        assertThat(completed.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void an_event_loop_starts_one_worker_at_the_end_of_a_tick() throws Exception {
        Queue<Runnable> endOfTurn = new ArrayDeque<>();
        CountDownLatch completed = new CountDownLatch(31);
        WorkerStartCoalescer.beginOnCurrentThread(endOfTurn::add);
        submit(completed, 31);
        assertThat(startedThreads).hasValue(0);
        assertThat(endOfTurn).hasSize(1);

        endOfTurn.remove().run();

        assertThat(completed.await(10, TimeUnit.SECONDS)).isTrue();
        WorkerStartCoalescer.end();
    }

    @Test
    void an_event_loop_batches_again_in_its_next_tick() throws Exception {
        Queue<Runnable> endOfTurn = new ArrayDeque<>();
        for (int tick = 0; tick < 3; tick++) {
            CountDownLatch completed = new CountDownLatch(2);
            WorkerStartCoalescer.beginOnCurrentThread(endOfTurn::add);
            submit(completed, 2);
            endOfTurn.remove().run();
            assertThat(completed.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(endOfTurn).isEmpty();
        }
    }

    @Test
    void at_most_32_tasks_are_deferred_in_a_long_tick() throws Exception {
        CountDownLatch completed = new CountDownLatch(32);
        WorkerStartCoalescer.beginOnCurrentThread(task -> {});
        submit(completed, 32);
        assertThat(completed.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void on_an_event_loop_that_rejects_tasks_a_task_starts_immediately() throws Exception {
        CountDownLatch completed = new CountDownLatch(3);
        WorkerStartCoalescer.beginOnCurrentThread(task -> {
            throw new RejectedExecutionException("shut down");
        });
        submit(completed, 3);
        assertThat(completed.await(10, TimeUnit.SECONDS)).isTrue();
    }

    private void submit(CountDownLatch completed, int times) {
        for (int i = 0; i < times; i++) {
            HandlerExecutors.executeBatched(threads, completed::countDown);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
