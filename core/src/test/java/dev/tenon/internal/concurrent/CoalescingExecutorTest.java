package dev.tenon.internal.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CoalescingExecutorTest {
    private final BlockingQueue<Throwable> uncaught = new LinkedBlockingQueue<>();
    private final AtomicBoolean failing = new AtomicBoolean();
    private final ThreadFactory threadFactory = HandlerExecutors.namedThreadFactory("shared-");
    private final ThreadReusingExecutor threads = new ThreadReusingExecutor(this::newThread);

    private Thread newThread(Runnable task) {
        if (failing.get()) {
            throw new IllegalStateException("no more threads");
        }
        Thread thread = threadFactory.newThread(task);
        thread.setUncaughtExceptionHandler((self, failure) -> uncaught.add(failure));
        return thread;
    }

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    @Test
    void tasks_that_wait_for_each_other_all_complete() throws Exception {
        int count = 200;
        CyclicBarrier barrier = new CyclicBarrier(count);
        CountDownLatch done = new CountDownLatch(count);
        for (int i = 0; i < count; i++) {
            threads.execute(() -> {
                awaitBarrier(barrier);
                done.countDown();
            });
        }
        assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void a_task_starts_while_others_block() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        for (int i = 0; i < 1000; i++) {
            threads.execute(i % 10 == 0 ? () -> await(never) : () -> {});
            CountDownLatch started = new CountDownLatch(1);
            threads.execute(started::countDown);
            assertThat(started.await(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void tasks_of_many_threads_run_exactly_once() throws Exception {
        AtomicInteger runCount = new AtomicInteger();
        int tasksPerSender = 20_000;
        List<Thread> senders = List.of(
                newSender(tasksPerSender, runCount),
                newSender(tasksPerSender, runCount),
                newSender(tasksPerSender, runCount));
        senders.forEach(Thread::start);
        for (Thread sender : senders) {
            sender.join();
        }
        threads.shutdown();
        assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        assertThat(runCount).hasValue(3 * tasksPerSender);
    }

    private Thread newSender(int tasks, AtomicInteger runCount) {
        return new Thread(() -> {
            for (int i = 0; i < tasks; i++) {
                threads.execute(runCount::incrementAndGet);
            }
        });
    }

    @Test
    void short_tasks_submitted_together_share_threads() throws Exception {
        int count = 10_000;
        Set<Thread> used = ConcurrentHashMap.newKeySet();
        CountDownLatch done = new CountDownLatch(count);
        for (int i = 0; i < count; i++) {
            threads.execute(() -> {
                used.add(Thread.currentThread());
                done.countDown();
            });
        }
        assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(used).hasSizeLessThan(count / 2);
    }

    @Test
    void the_interrupt_of_a_task_does_not_affect_the_next() throws Exception {
        BlockingQueue<Boolean> interrupted = new LinkedBlockingQueue<>();
        CountDownLatch submitted = new CountDownLatch(1);
        threads.execute(() -> {
            await(submitted);
            Thread.currentThread().interrupt();
        });
        submitted.countDown();
        for (int i = 0; i < 100; i++) {
            threads.execute(() -> {
                interrupted.add(Thread.currentThread().isInterrupted());
                Thread.currentThread().interrupt();
            });
            assertThat(interrupted.take()).isFalse();
        }
    }

    @Test
    void a_failed_task_is_reported_and_does_not_stop_others() throws Exception {
        RuntimeException failure = new RuntimeException("to be seen");
        CountDownLatch after = new CountDownLatch(1);
        threads.execute(() -> {
            throw failure;
        });
        threads.execute(after::countDown);
        assertThat(after.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(uncaught.poll(10, TimeUnit.SECONDS)).isSameAs(failure);
    }

    @Test
    void a_failed_thread_start_is_reported_to_the_caller_and_the_next_task_runs_all() throws Exception {
        CountDownLatch done = new CountDownLatch(2);
        failing.set(true);
        assertThatThrownBy(() -> threads.execute(done::countDown)).isInstanceOf(IllegalStateException.class);
        assertThat(done.getCount()).isEqualTo(2);
        failing.set(false);
        threads.execute(done::countDown);
        threads.execute(done::countDown);
        assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void shutdown_interrupts_running_tasks_and_rejects_new_ones() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        threads.execute(() -> {
            started.countDown();
            try {
                Thread.sleep(60_000);
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
        });
        started.await();
        assertThat(threads.shutdownNow()).isEmpty();
        assertThat(threads.isShutdown()).isTrue();
        assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(threads.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
        assertThat(threads.isTerminated()).isTrue();
        assertThatThrownBy(() -> threads.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
    }

    @Test
    void without_tasks_it_terminates_immediately() throws Exception {
        threads.shutdown();
        assertThat(threads.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
    }

    private static void awaitBarrier(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception e) {
            throw new IllegalStateException(e);
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
