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
        RunOnceActions once = new RunOnceActions();
        for (int i = 0; i < 5; i++) {
            int number = i;
            once.addForNextRun(() -> done.add(number));
        }

        once.runAll();
        once.runAll();

        assertThat(done).containsExactly(0, 1, 2, 3, 4);
    }

    @Test
    void an_action_may_add_another() {
        List<String> done = new ArrayList<>();
        RunOnceActions once = new RunOnceActions();
        once.addForNextRun(() -> once.addForNextRun(() -> done.add("later")));

        once.runAll();
        assertThat(done).isEmpty();
        once.runAll();

        assertThat(done).containsExactly("later");
    }

    @Test
    void each_action_of_concurrent_threads_runs_once() throws Exception {
        int many = 4;
        int each = 20_000;
        RunOnceActions once = new RunOnceActions();
        AtomicInteger[] done = new AtomicInteger[many * each];
        CyclicBarrier together = new CyclicBarrier(many);
        ExecutorService threads = Executors.newFixedThreadPool(many);
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            int first = i * each;
            all.add(threads.submit(() -> {
                together.await();
                for (int number = first; number < first + each; number++) {
                    AtomicInteger count = new AtomicInteger();
                    done[number] = count;
                    once.addForNextRun(count::incrementAndGet);
                    if (number % 3 == 0) {
                        once.runAll();
                    }
                }
                return null;
            }));
        }
        for (Future<?> one : all) {
            one.get();
        }
        threads.shutdown();
        once.runAll();

        assertThat(done).allMatch(count -> count.get() == 1);
    }
}
