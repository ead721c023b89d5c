package dev.tenon.client.internal.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.model.SubscriptionFilter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReconnectingSubscriptionTest {
    private final List<String> events = new ArrayList<>();
    private final ReconnectingSubscription subscription = new ReconnectingSubscription(
            SubscriptionFilter.NONE,
            null,
            closed -> events.add("closed=" + closed.isClosed() + ", failure=" + closed.failure()));

    @Test
    void a_subscription_closes_once_and_stops_its_stream_before_it_notifies_the_listener() {
        subscription.setStopAction(() -> events.add("stopped"));
        subscription.close();
        subscription.close();
        assertThat(events).containsExactly("stopped", "closed=true, failure=null");
    }

    @Test
    void a_stop_action_that_is_set_after_the_close_runs_at_once() {
        subscription.close();
        subscription.setStopAction(() -> events.add("stopped"));
        assertThat(events).containsExactly("closed=true, failure=null", "stopped");
    }

    @Test
    void only_the_stop_action_of_the_last_stream_runs() {
        subscription.setStopAction(() -> events.add("first"));
        subscription.setStopAction(() -> events.add("second"));
        subscription.close();
        assertThat(events).contains("second").doesNotContain("first");
    }

    @Test
    void the_close_listener_finds_the_failure() {
        ConnectionFailedException reason = new ConnectionFailedException("gone");
        subscription.fail(reason);
        assertThat(events).containsExactly("closed=true, failure=" + reason);
    }

    @Test
    void a_close_in_the_close_listener_has_no_effect() {
        List<ReconnectingSubscription> closings = new ArrayList<>();
        ReconnectingSubscription nested = new ReconnectingSubscription(SubscriptionFilter.NONE, null, closed -> {
            closings.add(closed);
            closed.close();
        });
        nested.close();
        assertThat(closings).hasSize(1);
    }

    @Test
    void an_acknowledgement_after_the_close_does_not_activate_the_subscription() throws Exception {
        subscription.close();
        subscription.activate(SubscriptionFilter.NONE);
        assertThat(subscription.isActive()).isFalse();
        assertThat(subscription.awaitActive(0)).isFalse();
    }

    @Test
    void a_subscription_that_was_active_once_counts_as_activated_although_its_stream_broke() throws Exception {
        subscription.activate(SubscriptionFilter.NONE);
        subscription.deactivate();
        assertThat(subscription.isActive()).isFalse();
        assertThat(subscription.awaitActive(0)).isTrue();
    }

    @Test
    void a_wait_without_time_left_returns_false() throws Exception {
        assertThat(subscription.awaitActive(-1)).isFalse();
    }
}
