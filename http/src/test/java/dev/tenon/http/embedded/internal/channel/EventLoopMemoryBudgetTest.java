package dev.tenon.http.embedded.internal.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class EventLoopMemoryBudgetTest {
    private static final long LIMIT = 1000;

    private final Queue<Runnable> loopTasks = new ArrayDeque<>();
    private final EventLoopMemoryBudget budget = new EventLoopMemoryBudget(loopTasks::add, LIMIT);
    private final AtomicInteger evictions = new AtomicInteger();

    private void countEvictions() {
        budget.onFull(evictions::incrementAndGet);
    }

    private void runLoopTasks() {
        for (Runnable task = loopTasks.poll(); task != null; task = loopTasks.poll()) {
            task.run();
        }
    }

    @Test
    void a_budget_is_exceeded_by_the_first_byte_beyond_its_limit() {
        budget.adjustBytes(LIMIT);
        assertThat(budget.isExceeded()).isFalse();
        assertThat(loopTasks).isEmpty();

        budget.adjustBytes(1);
        assertThat(budget.isExceeded()).isTrue();
        assertThat(loopTasks).hasSize(1);
    }

    @Test
    void eviction_is_scheduled_once_for_all_additions_of_a_turn_and_does_not_run_within_them() {
        countEvictions();
        budget.adjustBytes(LIMIT + 1);
        budget.adjustBytes(1);
        budget.adjustBytes(1);
        assertThat(evictions).hasValue(0);

        runLoopTasks();
        assertThat(evictions).hasValue(1);
    }

    @Test
    void an_addition_after_an_eviction_schedules_another_one() {
        countEvictions();
        budget.adjustBytes(LIMIT + 1);
        runLoopTasks();
        budget.adjustBytes(1);
        runLoopTasks();

        assertThat(evictions).hasValue(2);
    }

    @Test
    void an_addition_during_an_eviction_is_not_lost() {
        budget.onFull(() -> {
            if (evictions.incrementAndGet() == 1) {
                budget.adjustBytes(1);
            }
        });
        budget.adjustBytes(LIMIT + 1);
        runLoopTasks();

        assertThat(evictions).hasValue(2);
    }

    @Test
    void a_removal_never_schedules_an_eviction() {
        countEvictions();
        budget.adjustBytes(2 * LIMIT);
        runLoopTasks();
        budget.adjustBytes(-1);

        assertThat(loopTasks).isEmpty();
        assertThat(budget.bytes()).isEqualTo(2 * LIMIT - 1);
    }

    @Test
    void a_request_evicts_immediately_only_from_four_times_the_limit_on() {
        countEvictions();
        budget.adjustBytes(4 * LIMIT - 1);
        budget.evictIfCritical();
        assertThat(evictions).hasValue(0);

        budget.adjustBytes(1);
        budget.evictIfCritical();
        assertThat(evictions).hasValue(1);
    }
}
