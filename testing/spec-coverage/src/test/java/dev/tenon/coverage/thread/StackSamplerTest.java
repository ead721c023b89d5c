package dev.tenon.coverage.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Issue 20, section 1: a thread that blocks although it must not is detected. */
@Tag("exhaustive")
class StackSamplerTest {
    private final CountDownLatch released = new CountDownLatch(1);

    /** Reports the start time of its turn, like an event loop thread of Vert.x. */
    public static final class EventLoop extends Thread {
        EventLoop(Runnable work) {
            super(work, "vert.x-eventloop-thread-1");
        }

        public long startTime() {
            return 1;
        }
    }

    private static Optional<String> sampleDuring(Thread thread, Runnable action) throws InterruptedException {
        StackSampler sampler = StackSampler.start();
        thread.start();
        action.run();
        thread.join();
        return sampler.stop();
    }

    private Optional<String> sampleWhileBlocked(Thread thread) throws InterruptedException {
        return sampleDuring(thread, () -> {
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
            released.countDown();
        });
    }

    private void await() {
        try {
            released.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void work() {
        ThreadMXBean beans = ManagementFactory.getThreadMXBean();
        while (beans.getCurrentThreadCpuTime() < TimeUnit.MILLISECONDS.toNanos(600)) {
            Thread.onSpinWait();
        }
    }

    @Test
    void an_event_loop_that_waits_is_found() throws Exception {
        assertThat(sampleWhileBlocked(new EventLoop(this::await)))
                .hasValueSatisfying(problem ->
                        assertThat(problem).contains("was found waiting").contains("StackSamplerTest.await"));
    }

    @Test
    void an_event_loop_that_blocks_on_reading_a_file_is_found() throws Exception {
        Process silentProcess = new ProcessBuilder("sleep", "1").start();
        assertThat(sampleDuring(
                        new EventLoop(() -> {
                            try {
                                silentProcess.getErrorStream().read();
                            } catch (IOException e) {
                                throw new UncheckedIOException(e);
                            }
                        }),
                        () -> {}))
                .hasValueSatisfying(problem -> assertThat(problem).contains("was found waiting"));
    }

    @Test
    void an_event_loop_that_works_too_long_in_one_turn_is_found() throws Exception {
        assertThat(sampleDuring(new EventLoop(StackSamplerTest::work), () -> {}))
                .hasValueSatisfying(problem ->
                        assertThat(problem).contains("ms in one turn").contains("StackSamplerTest.work"));
    }

    @Test
    void an_event_loop_without_a_start_time_is_reported() throws Exception {
        assertThat(sampleWhileBlocked(new Thread(this::await, "vert.x-eventloop-thread-1")))
                .hasValueSatisfying(problem -> assertThat(problem).contains("cannot be seen"));
    }

    @Test
    void another_thread_may_wait_and_work() throws Exception {
        assertThat(sampleWhileBlocked(new Thread(this::await, "tenon-handler-1")))
                .isEmpty();
        assertThat(sampleDuring(new Thread(StackSamplerTest::work, "tenon-handler-1"), () -> {}))
                .isEmpty();
    }

    @Test
    void a_timer_may_wait_between_its_tasks() throws Exception {
        assertThat(sampleWhileBlocked(new Thread(this::await, "tenon-server-timer")))
                .isEmpty();
    }
}
