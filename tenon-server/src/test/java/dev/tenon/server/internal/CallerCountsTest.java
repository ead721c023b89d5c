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

/** The share of a bound that each caller may take (issue 20, item 14). */
class CallerCountsTest {
    private static final int MOST = 3;
    private static final int THREADS = 4;
    private static final int ROUNDS = 50_000;

    private final CallerUsageCounter counts = new CallerUsageCounter();

    @Test
    void a_caller_takes_its_share_and_no_more() {
        assertThat(counts.tryAcquire("a", 2, MOST)).isTrue();
        assertThat(counts.tryAcquire("a", 2, MOST)).isFalse();
        assertThat(counts.tryAcquire("a", 1, MOST)).isTrue();
        assertThat(counts.tryAcquire("b", MOST, MOST)).isTrue();
        counts.release("a", MOST);
        assertThat(counts.tryAcquire("a", MOST, MOST)).isTrue();
    }

    @Test
    void more_than_the_share_is_never_taken() {
        assertThat(counts.tryAcquire("a", MOST + 1, MOST)).isFalse();
        assertThat(counts.tryAcquire("a", MOST, MOST)).isTrue();
    }

    @Test
    void what_was_not_taken_gives_nothing_back() {
        counts.release("a", 1);
        assertThat(counts.tryAcquire("a", MOST + 1, MOST)).isFalse();
        assertThat(counts.tryAcquire("a", MOST, MOST)).isTrue();
    }

    /** Its counter comes and goes all the time, as each thread takes and gives back. */
    @Test
    void many_threads_share_one_counter() throws Exception {
        AtomicInteger taken = new AtomicInteger();
        AtomicInteger mostSeen = new AtomicInteger();
        AtomicInteger successes = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                all.add(threads.submit(() -> {
                    for (int i = 0; i < ROUNDS; i++) {
                        if (counts.tryAcquire("a", 1, MOST)) {
                            mostSeen.accumulateAndGet(taken.incrementAndGet(), Math::max);
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
        assertThat(mostSeen.get()).isLessThanOrEqualTo(MOST);
        assertThat(successes.get()).isGreaterThanOrEqualTo(ROUNDS);
        assertThat(counts.tryAcquire("a", MOST, MOST)).as("all was given back").isTrue();
    }
}
