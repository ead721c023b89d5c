package dev.tenon.server.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.server.internal.limit.CallerUsageCounter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests the share of a limit that each caller may use (issue 20, item 14). */
class CallerUsageCounterTest {
    private static final int MAX = 3;
    private static final int THREADS = 4;
    private static final int ROUNDS = 50_000;

    private final CallerUsageCounter counts = new CallerUsageCounter();

    @Test
    void a_caller_acquires_at_most_its_share() {
        assertThat(counts.tryAcquire("a", 2, MAX)).isTrue();
        assertThat(counts.tryAcquire("a", 2, MAX)).isFalse();
        assertThat(counts.tryAcquire("a", 1, MAX)).isTrue();
        assertThat(counts.tryAcquire("b", MAX, MAX)).isTrue();
        counts.release("a", MAX);
        assertThat(counts.tryAcquire("a", MAX, MAX)).isTrue();
    }

    @Test
    void more_than_the_share_is_never_acquired() {
        assertThat(counts.tryAcquire("a", MAX + 1, MAX)).isFalse();
        assertThat(counts.tryAcquire("a", MAX, MAX)).isTrue();
    }

    @Test
    void releasing_without_acquiring_has_no_effect() {
        counts.release("a", 1);
        assertThat(counts.tryAcquire("a", MAX + 1, MAX)).isFalse();
        assertThat(counts.tryAcquire("a", MAX, MAX)).isTrue();
    }

    /** The counter is removed and created all the time, because each thread acquires and releases. */
    @Test
    void many_threads_share_one_counter() throws Exception {
        AtomicInteger taken = new AtomicInteger();
        AtomicInteger maxTaken = new AtomicInteger();
        AtomicInteger successes = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                all.add(threads.submit(() -> {
                    for (int i = 0; i < ROUNDS; i++) {
                        if (counts.tryAcquire("a", 1, MAX)) {
                            maxTaken.accumulateAndGet(taken.incrementAndGet(), Math::max);
                            successes.incrementAndGet();
                            taken.decrementAndGet();
                            counts.release("a", 1);
                        }
                    }
                }));
            }
            for (Future<?> one : all) {
                one.get(1, TimeUnit.MINUTES);
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(maxTaken.get()).isLessThanOrEqualTo(MAX);
        assertThat(successes.get()).isGreaterThanOrEqualTo(ROUNDS);
        assertThat(counts.tryAcquire("a", MAX, MAX))
                .as("everything was released")
                .isTrue();
    }
}
