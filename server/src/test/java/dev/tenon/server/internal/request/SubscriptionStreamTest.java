package dev.tenon.server.internal.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.http.HeaderFields;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.JsonRpcMessage;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.Response;
import dev.tenon.model.Methods;
import dev.tenon.model.Notifications;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.server.Limits;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.internal.ManualExecutor;
import dev.tenon.server.internal.RecordingResponseSink;
import dev.tenon.server.internal.TestCalls;
import dev.tenon.server.internal.limit.LimitHitCounters;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SubscriptionStreamTest {
    private static final String ACKNOWLEDGED = "notifications/subscriptions/acknowledged";
    private static final String CHANGED = "notifications/tools/list_changed";
    private static final String CANCELLED = "notifications/cancelled";
    private static final SubscriptionFilter TOOLS = SubscriptionFilter.NONE.withToolsListChanged(true);
    private static final Instant EXPIRY = Instant.parse("2026-01-01T00:00:00Z");

    private final ManualExecutor executor = new ManualExecutor();
    private final ChangeBroadcaster broadcaster =
            new ChangeBroadcaster(Limits.DEFAULT, new LimitHitCounters(), uri -> Set.of(), executor);
    private final RecordingResponseSink sink = new RecordingResponseSink();

    private ActiveCall call(@Nullable HeaderFields headers) {
        CallerPrincipal caller = new CallerPrincipal("alice").withExpires(EXPIRY);
        return TestCalls.of(sink, TestCalls.statelessSource(caller, headers), Methods.LISTEN);
    }

    private RequestExecution open() {
        ActiveCall call = call(null);
        SubscriptionStream.open(call, TOOLS, broadcaster);
        return call.execution();
    }

    @Test
    void a_stream_is_acknowledged_before_its_first_notification() {
        open();
        broadcaster.notifyToolsChanged(Set.of());

        assertThat(sink.methods()).containsExactly(ACKNOWLEDGED, CHANGED);
    }

    @Test
    void a_change_that_crosses_the_acknowledgement_follows_it() {
        sink.setCapacity(0);
        open();
        broadcaster.notifyToolsChanged(Set.of());
        assertThat(sink.sent()).isEmpty();

        sink.setCapacity(2);
        executor.runAll();

        assertThat(sink.methods()).containsExactly(ACKNOWLEDGED, CHANGED);
    }

    @Test
    void every_notification_contains_the_id_of_the_stream_and_keeps_its_other_metadata() {
        SubscriptionStream stream = SubscriptionStream.open(call(null), TOOLS, broadcaster);
        stream.sendNotification(Notifications.TOOLS_CHANGED, Json.parse("{\"_meta\":{\"a\":1},\"b\":2}"));

        Notification sent = (Notification) sink.sent().get(1);
        assertThat(sent.params())
                .isEqualTo(Json.parse("{\"_meta\":{\"a\":1,\"io.modelcontextprotocol/subscriptionId\":1},\"b\":2}"));
    }

    @Test
    void a_stream_of_a_request_that_was_cancelled_before_is_not_added() {
        ActiveCall call = call(null);
        call.execution().cancel();
        SubscriptionStream.open(call, TOOLS, broadcaster);
        broadcaster.expireStreams(EXPIRY, executor::execute);

        assertThat(executor.size()).as("streams to end").isZero();
        assertThat(sink.sent()).isEmpty();
        assertThat(sink.abandonedCount()).isOne();
    }

    @Test
    void a_cancelled_stream_gets_no_more_notifications() {
        open().cancel();
        broadcaster.notifyToolsChanged(Set.of());
        broadcaster.expireStreams(EXPIRY, executor::execute);

        assertThat(executor.size()).as("streams to end").isZero();
        assertThat(sink.methods()).containsExactly(ACKNOWLEDGED);
        assertThat(sink.responses()).isEmpty();
    }

    @Test
    void on_a_connection_a_stream_ends_once_with_a_result_and_a_cancellation() {
        open();
        broadcaster.close();
        broadcaster.close();

        List<JsonRpcMessage> last = sink.sent().subList(1, sink.sent().size());
        assertThat(last).hasSize(2);
        assertThat(last.get(0)).isInstanceOf(Response.Success.class);
        assertThat(((Notification) last.get(1)).method()).isEqualTo(CANCELLED);
    }

    @Test
    void over_http_the_result_is_the_last_message() {
        SubscriptionStream.open(call(name -> List.of()), TOOLS, broadcaster);
        broadcaster.close();

        assertThat(sink.responses()).hasSize(1);
        assertThat(sink.methods()).containsExactly(ACKNOWLEDGED);
    }

    @Test
    void a_stream_ends_when_its_credentials_expire_and_not_earlier() {
        open();
        broadcaster.expireStreams(EXPIRY.minusMillis(1), executor::execute);
        assertThat(executor.size()).isZero();

        broadcaster.expireStreams(EXPIRY, executor::execute);
        executor.runAll();

        assertThat(sink.responses()).hasSize(1);
    }
}
