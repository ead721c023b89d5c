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
class TaskBatchTest {
    private final AtomicInteger started = new AtomicInteger();
    private final CoalescingExecutor threads = new CoalescingExecutor(task -> {
        started.incrementAndGet();
        return new Thread(task);
    });

    @AfterEach
    void stop() {
        TaskBatch.end();
        threads.shutdownNow();
    }

    @Test
    void what_was_gathered_begins_when_the_gathering_ends() throws Exception {
        CountDownLatch run = new CountDownLatch(3);
        TaskBatch.begin();
        hand(run, 3);
        assertThat(started).hasValue(0);

        TaskBatch.end();

        assertThat(run.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void no_more_than_thirty_two_wait() throws Exception {
        CountDownLatch run = new CountDownLatch(32);
        TaskBatch.begin();
        hand(run, 32);
        assertThat(run.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void whoever_will_take_his_time_lets_go_first_and_may_gather_again() throws Exception {
        CountDownLatch run = new CountDownLatch(2);
        CountDownLatch more = new CountDownLatch(1);
        TaskBatch.begin();
        hand(run, 2);
        TaskBatch.flush();
        assertThat(run.await(10, TimeUnit.SECONDS)).isTrue();

        hand(more, 1);
        TaskBatch.end();
        assertThat(more.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void tasks_for_other_threads_do_not_make_those_wait_that_were_handed_over_before() throws Exception {
        CountDownLatch run = new CountDownLatch(1);
        CoalescingExecutor others = new CoalescingExecutor(Thread::new);
        TaskBatch.begin();
        hand(run, 1);
        HandlerExecutors.executeBatched(others, () -> {});
        assertThat(run.await(10, TimeUnit.SECONDS)).isTrue();
        others.shutdownNow();
    }

    @Test
    void outside_of_a_gathering_and_on_threads_of_another_kind_a_task_begins_at_once() throws Exception {
        CountDownLatch run = new CountDownLatch(2);
        hand(run, 1);
        ExecutorService pool = Executors.newCachedThreadPool();
        TaskBatch.begin();
        HandlerExecutors.executeBatched(pool, run::countDown);
        assertThat(run.await(10, TimeUnit.SECONDS)).isTrue();
        pool.shutdownNow();
    }

    @Test
    void what_waits_behind_a_task_that_blocks_begins_when_the_reader_lets_go() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch run = new CountDownLatch(1);
        TaskBatch.begin();
        HandlerExecutors.executeBatched(threads, () -> {
            begun.countDown();
            await(new CountDownLatch(1));
        });
        TaskBatch.flush();
        assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
        hand(run, 1);
        TaskBatch.flush();

        assertThat(run.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void a_thread_leaves_nothing_behind_a_task_that_blocks() throws Exception {
        CountDownLatch run = new CountDownLatch(1);
        TaskBatch.begin();
        HandlerExecutors.executeBatched(threads, () -> {});
        HandlerExecutors.executeBatched(threads, () -> await(new CountDownLatch(1)));
        hand(run, 1);
        TaskBatch.flush();

        assertThat(run.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void an_event_loop_sends_for_one_thread_at_the_end_of_its_turn() throws Exception {
        Queue<Runnable> endOfTurn = new ArrayDeque<>();
        CountDownLatch run = new CountDownLatch(31);
        TaskBatch.begin(endOfTurn::add);
        hand(run, 31);
        assertThat(started).hasValue(0);
        assertThat(endOfTurn).hasSize(1);

        endOfTurn.remove().run();

        assertThat(run.await(10, TimeUnit.SECONDS)).isTrue();
        TaskBatch.end();
    }

    @Test
    void an_event_loop_gathers_again_in_its_next_turn() throws Exception {
        Queue<Runnable> endOfTurn = new ArrayDeque<>();
        for (int turn = 0; turn < 3; turn++) {
            CountDownLatch run = new CountDownLatch(2);
            TaskBatch.begin(endOfTurn::add);
            hand(run, 2);
            endOfTurn.remove().run();
            assertThat(run.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(endOfTurn).isEmpty();
        }
    }

    @Test
    void of_a_long_turn_no_more_than_thirty_two_wait() throws Exception {
        CountDownLatch run = new CountDownLatch(32);
        TaskBatch.begin(task -> {});
        hand(run, 32);
        assertThat(run.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void on_an_event_loop_that_takes_nothing_more_a_task_begins_at_once() throws Exception {
        CountDownLatch run = new CountDownLatch(3);
        TaskBatch.begin(task -> {
            throw new RejectedExecutionException("shut down");
        });
        hand(run, 3);
        assertThat(run.await(10, TimeUnit.SECONDS)).isTrue();
    }

    private void hand(CountDownLatch run, int times) {
        for (int i = 0; i < times; i++) {
            HandlerExecutors.executeBatched(threads, run::countDown);
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
