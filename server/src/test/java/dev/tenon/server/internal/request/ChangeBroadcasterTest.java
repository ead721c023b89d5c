package dev.tenon.server.internal.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.server.LimitType;
import dev.tenon.server.Limits;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.internal.ManualExecutor;
import dev.tenon.server.internal.RecordingSessionSink;
import dev.tenon.server.internal.TestSessions;
import dev.tenon.server.internal.limit.LimitHitCounters;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ChangeBroadcasterTest {
    /** One caller may use half of it, rounded up. */
    private static final int SUBSCRIPTIONS = 5;

    private static final int SHARE = 3;
    private static final int URI_CHARS = 10;

    private final LimitHitCounters counters = new LimitHitCounters();
    private final ManualExecutor executor = new ManualExecutor();
    private final ChangeBroadcaster broadcaster = new ChangeBroadcaster(
            Limits.DEFAULT.toBuilder()
                    .subscriptions(SUBSCRIPTIONS)
                    .uriChars(URI_CHARS)
                    .build(),
            counters,
            uri -> uri.startsWith("secret") ? Set.of("admin") : Set.of(),
            executor);
    private final RecordingSessionSink sink = new RecordingSessionSink();
    private final ServerSession session = TestSessions.of(broadcaster, sink);

    private static SubscriptionFilter filter(int uris) {
        return SubscriptionFilter.NONE.withResourceSubscriptions(
                IntStream.range(0, uris).mapToObj(i -> "r" + i).toList());
    }

    private void assertBusy(Runnable subscription) {
        assertThatThrownBy(subscription::run)
                .isInstanceOfSatisfying(
                        RpcException.class, e -> assertThat(e.error().code()).isEqualTo(ErrorCode.BUSY));
    }

    @Test
    void a_caller_has_at_most_half_of_the_subscriptions() {
        Runnable release = broadcaster.acquireSubscriptions("a", filter(SHARE));
        assertBusy(() -> broadcaster.acquireSubscriptions("a", filter(1)));
        assertThat(broadcaster.subscriptionCount()).isEqualTo(SHARE);

        release.run();

        assertThat(broadcaster.subscriptionCount()).isZero();
        broadcaster.acquireSubscriptions("a", filter(SHARE));
    }

    @Test
    void a_rejected_caller_does_not_use_its_share() {
        broadcaster.acquireSubscriptions("a", filter(SHARE));
        assertBusy(() -> broadcaster.acquireSubscriptions("b", filter(SHARE)));

        broadcaster.acquireSubscriptions("b", filter(SUBSCRIPTIONS - SHARE));

        assertThat(broadcaster.subscriptionCount()).isEqualTo(SUBSCRIPTIONS);
        assertThat(counters.counts()).containsEntry(LimitType.SUBSCRIPTIONS, 1L);
    }

    @Test
    void a_stream_without_resources_counts_as_one_subscription() {
        broadcaster.acquireSubscriptions("a", SubscriptionFilter.NONE.withToolsListChanged(true));

        assertThat(broadcaster.subscriptionCount()).isOne();
    }

    @Test
    void a_uri_of_the_maximum_length_is_accepted_and_a_longer_one_is_not() {
        broadcaster.add(session);
        broadcaster.subscribe(session, "x".repeat(URI_CHARS));

        assertThatThrownBy(() -> broadcaster.subscribe(session, "x".repeat(URI_CHARS + 1)))
                .hasMessageContaining("limit: uriChars");
        assertThat(broadcaster.subscriptionCount()).isOne();
    }

    @Test
    void repeated_subscriptions_to_a_resource_count_once() {
        broadcaster.add(session);
        broadcaster.subscribe(session, "r");
        broadcaster.subscribe(session, "r");
        assertThat(broadcaster.subscriptionCount()).isOne();

        broadcaster.unsubscribe(session, "r");
        broadcaster.unsubscribe(session, "r");
        assertThat(broadcaster.subscriptionCount()).isZero();
    }

    @Test
    void the_end_of_a_session_releases_its_subscriptions_once() {
        broadcaster.add(session);
        broadcaster.subscribe(session, "r0");
        broadcaster.subscribe(session, "r1");
        broadcaster.remove(session);
        broadcaster.remove(session);

        assertThat(broadcaster.subscriptionCount()).isZero();
    }

    @Test
    void a_subscription_that_crosses_the_end_of_its_session_is_released() {
        broadcaster.add(session);
        broadcaster.remove(session);
        broadcaster.subscribe(session, "r");

        assertThat(broadcaster.subscriptionCount()).isZero();
        assertThat(session.subscribedUris()).isEmpty();
    }

    @Test
    void only_subscribers_are_notified_of_an_update() {
        RecordingSessionSink otherSink = new RecordingSessionSink();
        broadcaster.add(session);
        broadcaster.add(TestSessions.of(broadcaster, otherSink));
        broadcaster.subscribe(session, "r");

        broadcaster.notifyResourceUpdated("r");
        broadcaster.notifyResourceUpdated("other");

        assertThat(sink.methods()).containsExactly("notifications/resources/updated");
        assertThat(otherSink.sent()).isEmpty();
    }

    @Test
    void a_session_whose_principal_lost_a_scope_is_no_longer_notified() {
        CallerPrincipal admin = new CallerPrincipal("alice").withScopes("admin");
        ServerSession owned = TestSessions.of(broadcaster, sink, "a", admin, 0);
        broadcaster.add(owned);
        broadcaster.subscribe(owned, "secret");
        broadcaster.notifyResourceUpdated("secret");
        owned.updatePrincipal(admin.withScopes());

        broadcaster.notifyResourceUpdated("secret");
        broadcaster.notifyToolsChanged(Set.of("admin"));

        assertThat(sink.sent()).hasSize(1);
    }

    @Test
    void a_slow_session_does_not_delay_the_others_and_gets_each_change_once() {
        RecordingSessionSink otherSink = new RecordingSessionSink();
        broadcaster.add(session);
        broadcaster.add(TestSessions.of(broadcaster, otherSink));
        sink.setFull(true);

        broadcaster.notifyToolsChanged(Set.of());
        broadcaster.notifyToolsChanged(Set.of());
        assertThat(otherSink.sent()).hasSize(2);
        sink.setFull(false);
        executor.runAll();

        assertThat(sink.methods()).isEqualTo(List.of("notifications/tools/list_changed"));
    }

    @Test
    void without_a_limit_of_subscriptions_a_slow_session_stays_connected() {
        ChangeBroadcaster unlimited = new ChangeBroadcaster(
                Limits.DEFAULT.toBuilder().subscriptions(Integer.MAX_VALUE).build(),
                counters,
                uri -> Set.of(),
                executor);
        unlimited.add(TestSessions.of(unlimited, sink));
        sink.setFull(true);
        unlimited.notifyToolsChanged(Set.of());
        executor.runAll();

        assertThat(sink.closedCount()).isZero();
        assertThat(counters.counts()).containsEntry(LimitType.QUEUE, 0L);
    }
}
