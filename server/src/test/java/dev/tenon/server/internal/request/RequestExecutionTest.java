package dev.tenon.server.internal.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.internal.buffer.MemoryBudget;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.LeniencyPolicy;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.model.EmptyResult;
import dev.tenon.server.internal.RecordingResponseSink;
import dev.tenon.server.internal.TestRequestExecutions;
import dev.tenon.server.internal.limit.LimitHitCounters;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestExecutionTest {
    private static final Notification PROGRESS = new Notification("notifications/progress", null);

    private final LimitHitCounters counters = new LimitHitCounters();
    private final RunningRequestRegistry running = new RunningRequestRegistry(10, new MemoryBudget(1000), counters);
    private final SessionRequestRegistry session = new SessionRequestRegistry(10, LeniencyPolicy.NONE, counters);
    private final RecordingResponseSink sink = new RecordingResponseSink();
    private final RequestExecution execution = TestRequestExecutions.of(1, sink);
    private final List<String> events = new ArrayList<>();

    private static RequestCompletion completion(RequestExecution request) {
        return RequestCompletion.of(request.id(), EmptyResult.EMPTY, Json.EMPTY_OBJECT, null);
    }

    private boolean tryComplete() {
        return execution.tryComplete(completion(execution));
    }

    private void assertNothingIsCounted() {
        assertThat(running.counter().runningCount()).isZero();
        assertThat(session.counter().runningCount()).isZero();
        assertThat(session.find(execution.id())).isNull();
    }

    @Test
    void a_response_after_the_cancellation_is_dropped() {
        execution.cancel();

        assertThat(tryComplete()).isFalse();
        assertThat(sink.sent()).isEmpty();
        assertThat(sink.abandonedCount()).isOne();
    }

    @Test
    void a_cancellation_after_the_response_has_no_effect() {
        assertThat(tryComplete()).isTrue();
        execution.cancel();

        assertThat(sink.responses()).hasSize(1);
        assertThat(sink.abandonedCount()).isZero();
    }

    @Test
    void a_request_is_unregistered_once_although_it_is_ended_repeatedly() {
        running.register(execution, session);
        tryComplete();
        execution.cancel();
        execution.expire(TestRequestExecutions.shutdownCompletion(execution));

        assertNothingIsCounted();
        assertThat(sink.responses()).hasSize(1);
    }

    @Test
    void a_hook_that_cancels_the_request_does_not_end_it_twice() {
        execution.onCompletion(execution::cancel);

        assertThat(tryComplete()).isTrue();
        assertThat(sink.responses()).hasSize(1);
        assertThat(sink.abandonedCount()).isZero();
    }

    @Test
    void hooks_run_once_before_the_response_is_sent() {
        sink.onSend(message -> events.add("response"));
        execution.onCompletion(() -> events.add("first hook"));
        execution.onCompletion(() -> events.add("second hook"));
        tryComplete();
        execution.cancel();

        assertThat(events).containsExactly("first hook", "second hook", "response");
    }

    @Test
    void a_hook_that_is_added_after_the_end_runs_immediately() {
        execution.cancel();
        execution.onCompletion(() -> events.add("hook"));

        assertThat(events).containsExactly("hook");
    }

    @Test
    void the_request_no_longer_counts_when_its_hooks_run() {
        running.register(execution, session);
        execution.onCompletion(() -> events.add(
                running.counter().runningCount() + " " + session.counter().runningCount()));
        tryComplete();

        assertThat(events).containsExactly("0 0");
    }

    @Test
    void a_hook_that_fails_does_not_prevent_the_response() {
        running.register(execution, session);
        execution.onCompletion(() -> {
            throw new IllegalStateException("a hook");
        });

        assertThatThrownBy(this::tryComplete).hasMessage("a hook");
        assertThat(sink.responses()).hasSize(1);
        assertNothingIsCounted();
    }

    @Test
    void a_sink_that_fails_does_not_prevent_the_end() {
        running.register(execution, session);
        sink.onSend(message -> {
            throw new IllegalStateException("a sink");
        });

        assertThatThrownBy(this::tryComplete).hasMessage("a sink");
        assertThat(execution.isCompleted()).isTrue();
        assertNothingIsCounted();
    }

    @Test
    void cancellation_interrupts_the_handler_even_if_a_hook_fails() throws Exception {
        execution.onCompletion(() -> {
            throw new IllegalStateException("a hook");
        });

        boolean interrupted = execution.runInterruptibly(() -> {
            assertThatThrownBy(execution::cancel).hasMessage("a hook");
            return Thread.currentThread().isInterrupted();
        });

        assertThat(interrupted).isTrue();
    }

    @Test
    void a_handler_that_cancels_its_own_request_leaves_no_interrupt_behind() throws Exception {
        boolean interrupted = execution.runInterruptibly(() -> {
            execution.cancel();
            return Thread.currentThread().isInterrupted();
        });

        assertThat(interrupted).isTrue();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void a_response_does_not_interrupt_the_handler() throws Exception {
        boolean interrupted = execution.runInterruptibly(() -> {
            tryComplete();
            execution.cancel();
            return Thread.currentThread().isInterrupted();
        });

        assertThat(interrupted).isFalse();
    }

    @Test
    void a_handler_does_not_begin_after_the_cancellation() {
        execution.cancel();

        assertThatThrownBy(() -> execution.runInterruptibly(() -> events.add("handler")))
                .isInstanceOf(InterruptedException.class);
        assertThat(events).isEmpty();
    }

    @Test
    void notifications_after_the_end_are_dropped() {
        tryComplete();
        execution.sendNotification(PROGRESS);

        assertThat(execution.trySendNotification(PROGRESS))
                .as("nothing to wait for")
                .isTrue();
        assertThat(sink.methods()).isEmpty();
    }

    @Test
    void a_request_that_stays_open_does_not_count_as_running_but_can_be_cancelled() {
        running.register(execution, session);
        execution.keepOpenUncounted();
        execution.keepOpenUncounted();

        assertThat(running.counter().runningCount()).isZero();
        assertThat(session.find(execution.id())).isSameAs(execution);
        execution.cancel();
        assertNothingIsCounted();
    }

    @Test
    void a_request_that_was_cancelled_cannot_be_kept_open() {
        running.register(execution, session);
        execution.cancel();
        execution.keepOpenUncounted();

        assertThat(execution.isCompleted()).isTrue();
        assertNothingIsCounted();
    }
}
