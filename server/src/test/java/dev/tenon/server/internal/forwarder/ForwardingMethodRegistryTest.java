package dev.tenon.server.internal.forwarder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.json.Json;
import dev.tenon.model.LogLevel;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.Params;
import dev.tenon.model.Result;
import dev.tenon.model.SetLevelParams;
import dev.tenon.model.SubscribeParams;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.server.FakeForwardingSession;
import dev.tenon.server.Limits;
import dev.tenon.server.forwarder.ForwardedCall;
import dev.tenon.server.forwarder.ResponseCallback;
import dev.tenon.server.forwarder.SubscriptionSink;
import dev.tenon.server.internal.ManualExecutor;
import dev.tenon.server.internal.RecordingResponseSink;
import dev.tenon.server.internal.RecordingSessionSink;
import dev.tenon.server.internal.TestCalls;
import dev.tenon.server.internal.TestSessions;
import dev.tenon.server.internal.TestSettings;
import dev.tenon.server.internal.dispatch.ExecutionPlan;
import dev.tenon.server.internal.limit.LimitHitCounters;
import dev.tenon.server.internal.request.ActiveCall;
import dev.tenon.server.internal.request.ChangeBroadcaster;
import dev.tenon.server.internal.request.RequestSource;
import dev.tenon.server.internal.request.ServerSession;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the effects of a forwarded request on its session: its subscriptions and its log level. */
class ForwardingMethodRegistryTest {
    private final ChangeBroadcaster broadcaster =
            new ChangeBroadcaster(Limits.DEFAULT, new LimitHitCounters(), uri -> Set.of(), new ManualExecutor());
    private final ServerSession session = TestSessions.of(broadcaster, new RecordingSessionSink());
    private final ForwardingMethodRegistry registry = new ForwardingMethodRegistry(
            client -> {
                throw new AssertionError("The session has a forwarding session");
            },
            broadcaster,
            TestSettings.of(Limits.DEFAULT),
            new ForwardingMethodRegistry.ToolHeaderCache());
    private final List<String> events = new ArrayList<>();
    private @Nullable RuntimeException forwardFailure;
    private @Nullable ResponseCallback upstream;

    private final class ManualForwardingSession extends FakeForwardingSession {
        ManualForwardingSession() {
            super("upstream");
        }

        @Override
        public void forwardRequest(Method<?, ?> method, Json params, ForwardedCall call, ResponseCallback callback) {
            if (forwardFailure != null) {
                throw forwardFailure;
            }
            upstream = callback;
        }

        @Override
        public SubscriptionFilter openSubscription(
                SubscriptionFilter wanted, ForwardedCall call, SubscriptionSink sink) {
            return wanted;
        }
    }

    private final ExecutionPlan.ResultCallback downstream = new ExecutionPlan.ResultCallback() {
        @Override
        public void complete(Result result) {
            events.add("completed");
        }

        @Override
        public void fail(Throwable cause) {
            events.add("failed: " + cause.getMessage());
        }
    };

    @BeforeEach
    void openSession() {
        broadcaster.add(session);
        session.attachForwardingSession(new ManualForwardingSession());
    }

    private <P extends Params> void forward(Method<P, ?> method, P params) throws Exception {
        RequestSource source =
                new RequestSource(session.codec(), session, "caller", null, Set.of(), session, null, null);
        ActiveCall call = TestCalls.of(new RecordingResponseSink(), source, method);
        ExecutionPlan plan = registry.findHandler(method).executeOrPlan(params, call);
        ((ExecutionPlan.AsyncInvocation) plan).starter().start(downstream);
    }

    private void subscribe() throws Exception {
        forward(Methods.SUBSCRIBE, SubscribeParams.of("test://a"));
    }

    @Test
    void a_subscription_counts_before_the_upstream_server_confirms_it() throws Exception {
        subscribe();
        assertThat(broadcaster.subscriptionCount()).isOne();

        upstream.complete(Json.EMPTY_OBJECT);

        assertThat(broadcaster.subscriptionCount()).isOne();
        assertThat(events).containsExactly("completed");
    }

    @Test
    void a_subscription_that_the_upstream_server_rejects_no_longer_counts() throws Exception {
        subscribe();
        upstream.fail(new IllegalStateException("no"));

        assertThat(broadcaster.subscriptionCount()).isZero();
        assertThat(events).containsExactly("failed: no");
    }

    @Test
    void a_subscription_that_cannot_be_forwarded_does_not_count() {
        forwardFailure = new IllegalStateException("not connected");

        assertThatThrownBy(this::subscribe).hasMessage("not connected");
        assertThat(broadcaster.subscriptionCount()).isZero();
    }

    @Test
    void the_end_of_a_subscription_counts_when_the_upstream_server_confirms_it() throws Exception {
        subscribe();
        upstream.complete(Json.EMPTY_OBJECT);
        forward(Methods.UNSUBSCRIBE, SubscribeParams.of("test://a"));
        assertThat(broadcaster.subscriptionCount()).isOne();

        upstream.complete(Json.EMPTY_OBJECT);

        assertThat(broadcaster.subscriptionCount()).isZero();
    }

    @Test
    void a_session_has_the_log_level_that_the_upstream_server_accepted() throws Exception {
        forward(Methods.SET_LEVEL, SetLevelParams.of(LogLevel.ERROR));
        assertThat(session.logLevel()).isEqualTo(LogLevel.INFO);
        upstream.fail(new IllegalStateException("no"));
        assertThat(session.logLevel()).isEqualTo(LogLevel.INFO);

        upstream.complete(Json.EMPTY_OBJECT);

        assertThat(session.logLevel()).isEqualTo(LogLevel.ERROR);
    }

    @Test
    void the_end_of_the_session_releases_a_subscription_that_is_not_confirmed() throws Exception {
        subscribe();
        broadcaster.remove(session);
        upstream.fail(new IllegalStateException("closed"));

        assertThat(broadcaster.subscriptionCount()).isZero();
    }
}
