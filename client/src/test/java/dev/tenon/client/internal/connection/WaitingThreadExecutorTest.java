package dev.tenon.client.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.internal.concurrent.ThreadBlockingContext;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 10, threadMode = Timeout.ThreadMode.SAME_THREAD)
class WaitingThreadExecutorTest {
    private final WaitingThreadExecutor<String> executor = new WaitingThreadExecutor<>();
    private final List<String> log = new ArrayList<>();

    @AfterEach
    void clearInterrupt() {
        var unused = Thread.interrupted();
    }

    private void failOnInterrupt() {
        throw new AssertionError("not interrupted");
    }

    @Test
    void steps_run_in_order_on_the_waiting_thread_also_those_that_a_step_adds() {
        executor.execute(() -> {
            log.add("first on " + Thread.currentThread().getName());
            executor.execute(() -> executor.onSuccess("done"));
        });
        executor.execute(() -> log.add("second"));

        assertThat(executor.awaitOutcome(this::failOnInterrupt)).isEqualTo("done");
        assertThat(log).containsExactly("first on " + Thread.currentThread().getName(), "second");
    }

    @Test
    void steps_after_the_outcome_do_not_run() {
        executor.execute(() -> log.add("late"));
        executor.onSuccess("done");
        assertThat(executor.awaitOutcome(this::failOnInterrupt)).isEqualTo("done");
        assertThat(log).isEmpty();
    }

    @Test
    void an_outcome_is_returned_even_if_the_thread_is_interrupted_and_the_flag_stays() {
        Thread.currentThread().interrupt();
        executor.onSuccess("done");
        assertThat(executor.awaitOutcome(this::failOnInterrupt)).isEqualTo("done");
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }

    @Test
    void an_interrupt_is_reported_once_and_steps_still_run_until_the_outcome() {
        Thread.currentThread().interrupt();
        String outcome = executor.awaitOutcome(() -> {
            log.add("interrupted");
            executor.execute(() -> {
                log.add("step, interrupted=" + Thread.currentThread().isInterrupted());
                executor.onSuccess("cancelled");
            });
        });
        assertThat(outcome).isEqualTo("cancelled");
        assertThat(log).containsExactly("interrupted", "step, interrupted=false");
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }

    @Test
    void a_step_that_throws_ends_the_wait_and_keeps_the_interrupt() {
        Thread.currentThread().interrupt();
        Runnable failing = () -> executor.execute(() -> {
            throw new IllegalStateException("broken step");
        });
        assertThatThrownBy(() -> executor.awaitOutcome(failing)).hasMessage("broken step");
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }

    @Test
    void a_failure_is_thrown_as_it_is() {
        IllegalStateException failure = new IllegalStateException("refused");
        executor.onFailure(failure);
        assertThatThrownBy(() -> executor.awaitOutcome(this::failOnInterrupt)).isSameAs(failure);
    }

    @Test
    void a_thread_that_must_not_block_takes_a_known_outcome_but_does_not_wait_for_one() {
        ThreadBlockingContext eventLoop = ThreadBlockingContext.nonBlocking("event loop");
        eventLoop.run(() -> assertThatThrownBy(() -> executor.awaitOutcome(this::failOnInterrupt))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("wait for a response"));
        executor.onSuccess("done");
        eventLoop.run(
                () -> assertThat(executor.awaitOutcome(this::failOnInterrupt)).isEqualTo("done"));
    }
}
