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
import org.junit.jupiter.api.Test;

/** Issue 20, section 1: a thread that must not wait is found when it does. */
class StackSamplerTest {
    private final CountDownLatch goOn = new CountDownLatch(1);

    /** Like a thread of Vert.x it says when its turn began. */
    public static final class EventLoop extends Thread {
        EventLoop(Runnable work) {
            super(work, "vert.x-eventloop-thread-1");
        }

        public long startTime() {
            return 1;
        }
    }

    private static Optional<String> found(Thread thread, Runnable meanwhile) throws InterruptedException {
        StackSampler sampler = StackSampler.start();
        thread.start();
        meanwhile.run();
        thread.join();
        return sampler.stop();
    }

    private Optional<String> foundWaiting(Thread thread) throws InterruptedException {
        return found(thread, () -> {
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
            goOn.countDown();
        });
    }

    private void await() {
        try {
            goOn.await();
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
        assertThat(foundWaiting(new EventLoop(this::await)))
                .hasValueSatisfying(problem ->
                        assertThat(problem).contains("was found waiting").contains("StackSamplerTest.await"));
    }

    @Test
    void an_event_loop_that_reads_a_file_which_gives_nothing_is_found() throws Exception {
        Process quiet = new ProcessBuilder("sleep", "1").start();
        assertThat(found(
                        new EventLoop(() -> {
                            try {
                                quiet.getErrorStream().read();
                            } catch (IOException e) {
                                throw new UncheckedIOException(e);
                            }
                        }),
                        () -> {}))
                .hasValueSatisfying(problem -> assertThat(problem).contains("was found waiting"));
    }

    @Test
    void an_event_loop_that_works_for_long_in_one_turn_is_found() throws Exception {
        assertThat(found(new EventLoop(StackSamplerTest::work), () -> {}))
                .hasValueSatisfying(problem ->
                        assertThat(problem).contains("ms in one turn").contains("StackSamplerTest.work"));
    }

    @Test
    void an_event_loop_that_does_not_say_when_its_turn_began_is_a_failure() throws Exception {
        assertThat(foundWaiting(new Thread(this::await, "vert.x-eventloop-thread-1")))
                .hasValueSatisfying(problem -> assertThat(problem).contains("cannot be seen"));
    }

    @Test
    void another_thread_may_wait_and_work() throws Exception {
        assertThat(foundWaiting(new Thread(this::await, "tenon-handler-1"))).isEmpty();
        assertThat(found(new Thread(StackSamplerTest::work, "tenon-handler-1"), () -> {}))
                .isEmpty();
    }

    @Test
    void a_timer_may_wait_between_its_tasks() throws Exception {
        assertThat(foundWaiting(new Thread(this::await, "tenon-server-timer"))).isEmpty();
    }
}
