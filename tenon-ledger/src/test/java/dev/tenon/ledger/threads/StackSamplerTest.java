package dev.tenon.ledger.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Issue 20, section 1: a thread that must not wait is found when it does. */
class StackSamplerTest {
    private final CountDownLatch goOn = new CountDownLatch(1);

    private Optional<String> found(String name) throws InterruptedException {
        StackSampler sampler = StackSampler.start();
        Thread thread = new Thread(this::await, name);
        thread.start();
        TimeUnit.SECONDS.sleep(1);
        goOn.countDown();
        thread.join();
        return sampler.stop();
    }

    private void await() {
        try {
            goOn.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void an_event_loop_that_waits_is_found() throws Exception {
        assertThat(found("vert.x-eventloop-thread-1"))
                .hasValueSatisfying(problem ->
                        assertThat(problem).contains("was found waiting").contains("StackSamplerTest.await"));
    }

    @Test
    void another_thread_may_wait() throws Exception {
        assertThat(found("tenon-handler-1")).isEmpty();
    }

    @Test
    void a_timer_may_wait_between_its_tasks() throws Exception {
        assertThat(found("tenon-server-timer")).isEmpty();
    }
}
