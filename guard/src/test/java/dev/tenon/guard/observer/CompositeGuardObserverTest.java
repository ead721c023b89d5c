package dev.tenon.guard.observer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Revision;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CompositeGuardObserverTest {
    private static final CallStart START =
            new CallStart(PolicyMessage.request("upstream", "tools/list", Json.EMPTY_OBJECT), Instant.EPOCH);
    private static final CallEnd END = new CallEnd(
            CallOutcome.PASSED, List.of(), Json.EMPTY_OBJECT, null, null, Duration.ZERO, Duration.ZERO, null);
    private static final ObservedSession SESSION = new ObservedSession(true, "upstream", Revision.V2025_11_25);
    private static final RpcException FIRST = new RpcException(1, "first");
    private static final RpcException SECOND = new RpcException(2, "second");

    private final List<String> events = new ArrayList<>();
    private final List<@Nullable RpcException> outcomes = new ArrayList<>();

    /** Records its calls, and delays responses until the test permits them. */
    private final class RecordingObserver implements GuardObserver, DelayingCallObserver {
        private final String name;
        private @Nullable RuntimeException failure;
        private @Nullable Consumer<@Nullable RpcException> ready;

        RecordingObserver(String name) {
            this.name = name;
        }

        RecordingObserver failingWith(RuntimeException failure) {
            this.failure = failure;
            return this;
        }

        private void record(String event) {
            if (failure != null) {
                throw failure;
            }
            events.add(name + " " + event);
        }

        @Override
        public SingleCallObserver onCallStart(CallStart call) {
            record("start");
            return this;
        }

        @Override
        public void onEnd(CallEnd end, Consumer<@Nullable RpcException> onReady) {
            ready = onReady;
            record("end " + end.outcome().label());
        }

        @Override
        public Runnable onSessionStart(ObservedSession session) {
            record("session");
            return () -> events.add(name + " session end");
        }
    }

    private final RecordingObserver one = new RecordingObserver("one");
    private final RecordingObserver two = new RecordingObserver("two");

    private static GuardObserver composite(GuardObserver... observers) {
        return GuardObserver.composite(List.of(observers));
    }

    @Test
    void the_response_waits_for_all_observers() {
        composite(one, two).onCallStart(START).onEnd(END, outcomes::add);
        two.ready.accept(null);
        assertThat(outcomes).isEmpty();

        one.ready.accept(null);
        assertThat(outcomes).hasSize(1).containsOnlyNulls();
    }

    @Test
    void the_first_replacement_in_time_replaces_the_response() {
        composite(one, two).onCallStart(START).onEnd(END, outcomes::add);
        two.ready.accept(SECOND);
        one.ready.accept(FIRST);

        assertThat(outcomes).containsExactly(SECOND);
    }

    @Test
    void an_observer_that_rejects_the_call_ends_those_before_it_and_starts_none_after_it() {
        RecordingObserver rejecting = new RecordingObserver("rejecting").failingWith(FIRST);

        assertThatThrownBy(() -> composite(one, rejecting, two).onCallStart(START))
                .isSameAs(FIRST);
        assertThat(events).containsExactly("one start", "one end refused");
    }

    @Test
    void an_observer_that_fails_at_the_start_leaves_the_call_unanswered() {
        IllegalStateException failure = new IllegalStateException("expected by the test");

        assertThatThrownBy(() -> composite(one, new RecordingObserver("failing").failingWith(failure))
                        .onCallStart(START))
                .isSameAs(failure);
        assertThat(events).containsExactly("one start", "one end unanswered");
    }

    @Test
    void an_observer_that_fails_at_the_end_does_not_hide_the_end_from_others_nor_send_the_response() {
        SingleCallObserver call = composite(one, two).onCallStart(START);
        one.failingWith(new IllegalStateException("one"));

        assertThatThrownBy(() -> call.onEnd(END, outcomes::add)).hasMessage("one");
        two.ready.accept(null);
        assertThat(events).contains("two end passed");
        assertThat(outcomes).isEmpty();
    }

    @Test
    void the_first_of_several_failures_is_thrown() {
        SingleCallObserver call = composite(one, two).onCallStart(START);
        one.failingWith(new IllegalStateException("one"));
        two.failingWith(new IllegalStateException("two"));

        assertThatThrownBy(() -> call.onEnd(END, outcomes::add)).hasMessage("one");
    }

    @Test
    void a_session_ends_for_all_observers_in_order() {
        composite(one, two).onSessionStart(SESSION).run();

        assertThat(events).containsExactly("one session", "two session", "one session end", "two session end");
    }

    @Test
    void a_session_that_an_observer_rejects_ends_for_those_before_it() {
        RecordingObserver rejecting = new RecordingObserver("rejecting").failingWith(FIRST);

        assertThatThrownBy(() -> composite(one, rejecting, two).onSessionStart(SESSION))
                .isSameAs(FIRST);
        assertThat(events).containsExactly("one session", "one session end");
    }

    @Test
    void one_observer_that_may_block_makes_all_block() {
        assertThat(composite(GuardObserver.NONE, GuardObserver.NONE).isNonBlocking())
                .isTrue();
        assertThat(composite(GuardObserver.NONE, one).isNonBlocking()).isFalse();
    }

    @Test
    void without_observers_a_response_is_sent_at_once() {
        composite().onCallStart(START).onEnd(END, outcomes::add);

        assertThat(outcomes).hasSize(1).containsOnlyNulls();
    }
}
