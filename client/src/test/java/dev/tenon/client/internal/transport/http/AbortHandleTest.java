package dev.tenon.client.internal.transport.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.internal.ManualTimer;
import dev.tenon.internal.concurrent.RuntimeScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AbortHandleTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final ManualTimer timer = new ManualTimer();
    private final List<String> events = new ArrayList<>();
    private final AbortHandle handle = new AbortHandle(new RuntimeScheduler(timer), () -> {
        events.add("paused");
        return () -> events.add("resumed");
    });

    private Runnable record(String event) {
        return () -> events.add(event);
    }

    @Test
    void an_abort_ends_the_exchange_before_the_listeners_run_and_both_only_once() {
        handle.setAbortAction(record("aborted"));
        handle.onCompletion(record("completed"));
        handle.abort();
        handle.completeAndRelease();
        assertThat(events).containsExactly("aborted", "completed");
        assertThat(handle.isAborted()).isTrue();
    }

    @Test
    void an_exchange_that_starts_after_the_abort_is_aborted_at_once() {
        handle.abort();
        handle.setAbortAction(record("aborted"));
        assertThat(events).containsExactly("aborted");
    }

    @Test
    void an_abort_ends_the_exchange_that_started_last() {
        handle.setAbortAction(record("first aborted"));
        handle.setAbortAction(record("second aborted"));
        handle.abort();
        assertThat(events).containsExactly("second aborted");
    }

    @Test
    void a_listener_that_is_added_after_the_completion_runs_at_once() {
        handle.completeAndRelease();
        handle.onCompletion(record("completed"));
        assertThat(events).containsExactly("completed");
        assertThat(handle.isAborted()).isFalse();
    }

    @Test
    void a_listener_may_complete_the_exchange_again() {
        handle.onCompletion(() -> {
            events.add("completed");
            handle.completeAndRelease();
        });
        handle.onCompletion(record("second listener"));
        handle.completeAndRelease();
        assertThat(events).containsExactly("completed", "second listener");
    }

    @Test
    void the_exchange_is_aborted_when_its_time_expires() {
        handle.setAbortAction(record("aborted"));
        handle.abortAfter(SECOND);
        timer.advance(SECOND.minusNanos(1));
        assertThat(handle.isAborted()).isFalse();
        timer.advance(Duration.ofNanos(1));
        assertThat(events).containsExactly("aborted");
    }

    @Test
    void a_completed_exchange_leaves_no_timer() {
        handle.abortAfter(SECOND);
        handle.completeAndRelease();
        assertThat(timer.delays()).isEmpty();
        handle.abortAfter(SECOND);
        assertThat(timer.delays()).isEmpty();
    }

    @Test
    void a_new_timer_replaces_the_previous_one() {
        handle.setTimer(SECOND, record("first timer"));
        handle.setTimer(SECOND.multipliedBy(2), record("second timer"));
        timer.advance(SECOND.multipliedBy(3));
        assertThat(events).containsExactly("second timer");
    }

    @Test
    void a_timer_may_set_the_next_one() {
        handle.setTimer(SECOND, () -> handle.setTimer(SECOND, record("second timer")));
        timer.advance(SECOND.multipliedBy(2));
        assertThat(events).containsExactly("second timer");
    }

    @Test
    void deadlines_are_resumed_even_if_the_login_fails() {
        assertThatThrownBy(() -> handle.runWithPausedDeadlines(() -> {
                    events.add("login");
                    throw new IllegalStateException("refused");
                }))
                .hasMessage("refused");
        assertThat(events).containsExactly("paused", "login", "resumed");
    }
}
