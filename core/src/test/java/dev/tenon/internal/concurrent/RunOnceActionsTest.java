package dev.tenon.internal.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RunOnceActionsTest {
    @Test
    void actions_run_in_order_and_only_once() {
        List<Integer> done = new ArrayList<>();
        RunOnceActions actions = new RunOnceActions();
        for (int i = 0; i < 5; i++) {
            int number = i;
            actions.addForNextRun(() -> done.add(number));
        }

        actions.runAll();
        actions.runAll();

        assertThat(done).containsExactly(0, 1, 2, 3, 4);
    }

    @Test
    void an_action_may_add_another() {
        List<String> done = new ArrayList<>();
        RunOnceActions actions = new RunOnceActions();
        actions.addForNextRun(() -> actions.addForNextRun(() -> done.add("later")));

        actions.runAll();
        assertThat(done).isEmpty();
        actions.runAll();

        assertThat(done).containsExactly("later");
    }

    @Test
    void each_action_of_concurrent_threads_runs_once() throws Exception {
        int threadCount = 4;
        int actionsPerThread = 20_000;
        RunOnceActions actions = new RunOnceActions();
        AtomicInteger[] done = new AtomicInteger[threadCount * actionsPerThread];
        CyclicBarrier barrier = new CyclicBarrier(threadCount);
        ExecutorService threads = Executors.newFixedThreadPool(threadCount);
        List<Future<?>> futures = new ArrayList<>();
        for (int i = 0; i < threadCount; i++) {
            int first = i * actionsPerThread;
            futures.add(threads.submit(() -> {
                barrier.await();
                for (int number = first; number < first + actionsPerThread; number++) {
                    AtomicInteger count = new AtomicInteger();
                    done[number] = count;
                    actions.addForNextRun(count::incrementAndGet);
                    if (number % 3 == 0) {
                        actions.runAll();
                    }
                }
                return null;
            }));
        }
        for (Future<?> future : futures) {
            future.get();
        }
        threads.shutdown();
        actions.runAll();

        assertThat(done).allMatch(count -> count.get() == 1);
    }
}
