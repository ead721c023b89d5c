package dev.tenon.server.internal.forwarder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.model.EmptyParams;
import dev.tenon.model.Methods;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Notifications;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.server.Limits;
import dev.tenon.server.internal.ManualExecutor;
import dev.tenon.server.internal.RecordingResponseSink;
import dev.tenon.server.internal.TestCalls;
import dev.tenon.server.internal.limit.LimitHitCounters;
import dev.tenon.server.internal.request.ActiveCall;
import dev.tenon.server.internal.request.ChangeBroadcaster;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ForwardedSubscriptionSinkTest {
    private static final int MAX_EARLY = 64;
    private static final String ACKNOWLEDGED = "notifications/subscriptions/acknowledged";
    private static final String UPDATED = "notifications/resources/updated";
    private static final SubscriptionFilter FILTER = SubscriptionFilter.NONE;

    private final RecordingResponseSink response = new RecordingResponseSink();
    private final ChangeBroadcaster broadcaster =
            new ChangeBroadcaster(Limits.DEFAULT, new LimitHitCounters(), uri -> Set.of(), new ManualExecutor());
    private final ActiveCall call =
            TestCalls.of(response, TestCalls.statelessSource(null, name -> List.of()), Methods.LISTEN);
    private final ForwardedSubscriptionSink sink = new ForwardedSubscriptionSink(call, broadcaster);
    private final List<String> events = new ArrayList<>();

    private void update(int number) {
        sink.sendNotification(Notifications.RESOURCE_UPDATED, Json.parse("{\"uri\":\"r" + number + "\"}"));
    }

    private void updateTimes(int count) {
        for (int i = 0; i < count; i++) {
            update(i);
        }
    }

    private List<String> uris() {
        return response.sent().stream()
                .filter(message ->
                        message instanceof Notification sent && sent.method().equals(UPDATED))
                .map(message -> ((Notification) message).params().get("uri").string())
                .toList();
    }

    @Test
    void notifications_that_arrive_early_follow_the_acknowledgement_in_order() {
        update(1);
        update(2);
        assertThat(response.sent()).isEmpty();

        sink.open(FILTER);
        update(3);

        assertThat(response.methods()).startsWith(ACKNOWLEDGED);
        assertThat(uris()).containsExactly("r1", "r2", "r3");
    }

    @Test
    void a_notification_that_arrives_while_the_stream_opens_keeps_its_place() {
        update(1);
        update(2);
        response.onSend(message -> {
            if (events.isEmpty()) {
                events.add("acknowledged");
                update(3);
            }
        });
        sink.open(FILTER);

        assertThat(uris()).containsExactly("r1", "r2", "r3");
    }

    @Test
    void as_many_early_notifications_as_the_buffer_holds_keep_the_stream_open() {
        updateTimes(MAX_EARLY);
        sink.open(FILTER);

        assertThat(uris()).hasSize(MAX_EARLY);
        assertThat(call.execution().isCompleted()).isFalse();
    }

    @Test
    void one_more_early_notification_ends_the_stream_after_the_others() {
        updateTimes(MAX_EARLY + 1);
        assertThat(response.sent()).isEmpty();

        sink.open(FILTER);

        assertThat(uris()).hasSize(MAX_EARLY);
        assertThat(response.responses()).hasSize(1);
    }

    @Test
    void a_stream_that_ended_early_is_acknowledged_before_it_ends() {
        update(1);
        sink.end();
        sink.open(FILTER);

        assertThat(response.methods()).containsExactly(ACKNOWLEDGED, UPDATED);
        assertThat(response.responses()).hasSize(1);
    }

    @Test
    void a_stream_that_ends_while_it_opens_ends_once_after_the_buffered_notifications() {
        update(1);
        update(2);
        response.onSend(message -> sink.end());
        sink.open(FILTER);

        assertThat(uris()).containsExactly("r1", "r2");
        assertThat(response.responses()).hasSize(1);
    }

    @Test
    void nothing_is_sent_after_the_end() {
        sink.open(FILTER);
        sink.end();
        sink.end();
        update(1);

        assertThat(response.methods()).containsExactly(ACKNOWLEDGED);
        assertThat(response.responses()).hasSize(1);
    }

    @Test
    void a_notification_that_the_revision_does_not_have_is_dropped() {
        sink.open(FILTER);
        sink.sendNotification(new NotificationType<>("notifications/unknown", EmptyParams.class), Json.EMPTY_OBJECT);

        assertThat(response.methods()).containsExactly(ACKNOWLEDGED);
    }

    @Test
    void the_forwarder_learns_once_that_the_stream_has_ended() {
        sink.onClosed(() -> events.add("closed"));
        sink.open(FILTER);
        call.execution().cancel();
        sink.end();
        sink.onClosed(() -> events.add("closed already"));

        assertThat(events).containsExactly("closed", "closed already");
    }
}
