package dev.tenon.internal.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HandlerExecutorsTest {
    /** Issue 20, section 1: all threads were named tenon-closing-1. */
    @Test
    void threads_that_run_tasks_after_shutdown_have_distinct_names() throws Exception {
        Executor stopped = task -> {
            throw new RejectedExecutionException("test");
        };
        BlockingQueue<String> names = new LinkedBlockingQueue<>();
        for (int i = 0; i < 2; i++) {
            HandlerExecutors.executeEvenIfShutDown(
                    stopped, () -> names.add(Thread.currentThread().getName()));
        }

        List<String> both = List.of(
                String.valueOf(names.poll(30, TimeUnit.SECONDS)), String.valueOf(names.poll(30, TimeUnit.SECONDS)));
        assertThat(both).doesNotHaveDuplicates().allMatch(name -> name.startsWith("tenon-closing-"));
    }
}
