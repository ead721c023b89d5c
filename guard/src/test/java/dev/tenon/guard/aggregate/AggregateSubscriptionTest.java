package dev.tenon.guard.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.json.Json;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Notifications;
import dev.tenon.model.Revision;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.server.forwarder.SubscriptionSink;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AggregateSubscriptionTest {
    private static final SubscriptionFilter TOOLS = SubscriptionFilter.NONE.withToolsListChanged(true);

    private final FakeMember one = new FakeMember("one");
    private final FakeMember two = new FakeMember("two");
    private final FakeAggregate fake = new FakeAggregate(Revision.V2026_07_28, one, two);
    private final RecordingSink client = new RecordingSink();
    private final AggregateSubscription subscription =
            new AggregateSubscription(TOOLS, FakeAggregate.CALL, client, fake.connections);

    /** Records what the client receives. */
    private static final class RecordingSink implements SubscriptionSink {
        private final List<String> events = new ArrayList<>();
        private final List<Runnable> closeActions = new ArrayList<>();

        @Override
        public void sendNotification(NotificationType<?> type, Json params) {
            events.add(type.name());
        }

        @Override
        public void end() {
            events.add("end");
        }

        @Override
        public void onClosed(Runnable action) {
            closeActions.add(action);
        }

        void close() {
            closeActions.forEach(Runnable::run);
        }
    }

    private void notifyToolsChanged(FakeMember member) {
        member.streams.get(0).sendNotification(Notifications.TOOLS_CHANGED, Json.EMPTY_OBJECT);
    }

    private void replaceMembers(FakeMember... members) {
        List<ReferenceCountedMember> removed =
                new ArrayList<>(fake.aggregate.snapshot().all());
        List<AggregateMember> kept = new ArrayList<>();
        for (FakeMember member : members) {
            kept.add(member.toMember());
        }
        fake.aggregate.replaceMembers(kept);
        removed.removeAll(fake.aggregate.snapshot().all());
        removed.forEach(fake.connections::retire);
        subscription.onMembersReplaced(removed);
    }

    @Test
    void the_stream_ends_once_when_the_last_member_ends_its_own() throws Exception {
        subscription.open();
        one.streams.get(0).end();
        one.streams.get(0).end();
        assertThat(client.events).isEmpty();

        two.streams.get(0).end();
        two.streams.get(0).end();
        assertThat(client.events).containsExactly("end");
    }

    @Test
    void members_that_end_their_streams_while_the_subscription_opens_end_it_afterwards() throws Exception {
        one.subscriptionAction = SubscriptionSink::end;
        two.subscriptionAction = SubscriptionSink::end;
        assertThat(subscription.open()).isEqualTo(TOOLS);

        assertThat(client.events).containsExactly("end");
    }

    @Test
    void a_member_that_fails_is_skipped_and_its_notifications_are_dropped() throws Exception {
        List<SubscriptionSink> failed = new ArrayList<>();
        one.subscriptionAction = failed::add;
        one.subscriptionFailure = new IllegalStateException("expected by the test");
        assertThat(subscription.open()).isEqualTo(TOOLS);

        failed.get(0).sendNotification(Notifications.TOOLS_CHANGED, Json.EMPTY_OBJECT);
        failed.get(0).end();
        assertThat(client.events).isEmpty();
        notifyToolsChanged(two);
        assertThat(client.events).containsExactly("notifications/tools/list_changed");
    }

    @Test
    void the_subscription_fails_if_all_members_fail() {
        one.subscriptionFailure = new IllegalStateException("one");
        two.subscriptionFailure = new IllegalStateException("two");

        assertThatThrownBy(subscription::open).isSameAs(one.subscriptionFailure);
    }

    @Test
    void the_close_of_the_stream_reaches_every_member_once() throws Exception {
        subscription.open();
        client.close();
        client.close();

        assertThat(one.events).containsExactly("connect", "subscribe", "unsubscribe");
        assertThat(two.events).containsExactly("connect", "subscribe", "unsubscribe");
    }

    @Test
    void a_closed_stream_gets_no_late_notification() throws Exception {
        subscription.open();
        client.close();
        notifyToolsChanged(one);

        assertThat(client.events).isEmpty();
    }

    @Test
    void a_removed_member_is_unsubscribed_and_does_not_end_the_stream() throws Exception {
        subscription.open();
        replaceMembers(two);
        assertThat(one.events).contains("unsubscribe");
        assertThat(client.events).containsExactly("notifications/tools/list_changed");

        one.streams.get(0).end();
        notifyToolsChanged(one);
        assertThat(client.events).hasSize(1);
        two.streams.get(0).end();
        assertThat(client.events).endsWith("end");
    }

    @Test
    void an_added_member_is_subscribed_and_the_others_keep_their_streams() throws Exception {
        FakeMember three = new FakeMember("three");
        subscription.open();
        replaceMembers(one, two, three);
        notifyToolsChanged(three);

        assertThat(three.events).containsExactly("connect", "subscribe");
        assertThat(one.streams).hasSize(1);
        assertThat(client.events).hasSize(2);
    }

    @Test
    void members_that_are_replaced_while_the_subscription_opens_are_replaced_afterwards() throws Exception {
        FakeMember three = new FakeMember("three");
        two.subscriptionAction = stream -> replaceMembers(two, three);
        assertThat(subscription.open()).isEqualTo(TOOLS);

        assertThat(one.events).contains("unsubscribe");
        assertThat(three.events).containsExactly("connect", "subscribe");
        assertThat(two.streams).hasSize(1);
    }

    @Test
    void an_added_member_that_fails_leaves_the_stream_open() throws Exception {
        FakeMember three = new FakeMember("three");
        three.subscriptionFailure = new IllegalStateException("expected by the test");
        subscription.open();
        replaceMembers(one, two, three);

        assertThat(client.events).containsExactly("notifications/tools/list_changed");
    }
}
