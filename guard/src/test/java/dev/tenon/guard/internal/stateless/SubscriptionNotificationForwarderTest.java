package dev.tenon.guard.internal.stateless;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.codec.HandshakeCodec;
import dev.tenon.codec.ProtocolCodec;
import dev.tenon.guard.internal.forwarder.FakePipelines;
import dev.tenon.guard.policy.Caller;
import dev.tenon.json.Json;
import dev.tenon.model.EmptyParams;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Notifications;
import dev.tenon.model.Revision;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.server.forwarder.SubscriptionSink;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SubscriptionNotificationForwarderTest {
    private static final ProtocolCodec UPSTREAM = HandshakeCodec.of(Revision.V2025_11_25);
    private static final SubscriptionFilter NONE = SubscriptionFilter.NONE;
    private static final Json UPDATED = Json.parse("{\"uri\":\"a:/1\"}");

    private final List<String> sent = new ArrayList<>();

    private SubscriptionNotificationForwarder forwarder(SubscriptionFilter filter) {
        SubscriptionSink sink = new SubscriptionSink() {
            @Override
            public void sendNotification(NotificationType<?> type, Json params) {
                sent.add(type.name());
            }

            @Override
            public void end() {
                throw new AssertionError("the stream does not end");
            }

            @Override
            public void onClosed(Runnable action) {
                throw new AssertionError("nothing is registered");
            }
        };
        ProtocolCodec downstream = ProtocolCodec.of(Revision.V2026_07_28, null);
        return new SubscriptionNotificationForwarder(
                sink, filter, downstream, FakePipelines.interceptor(), Caller.ANONYMOUS);
    }

    private static boolean accepts(SubscriptionNotificationForwarder forwarder, NotificationType<?> type) {
        return forwarder.acceptsUnattributed(type, Json.EMPTY_OBJECT);
    }

    @Test
    void each_list_change_needs_its_own_subscription() {
        SubscriptionNotificationForwarder tools = forwarder(NONE.withToolsListChanged(true));
        SubscriptionNotificationForwarder prompts = forwarder(NONE.withPromptsListChanged(true));
        SubscriptionNotificationForwarder resources = forwarder(NONE.withResourcesListChanged(true));
        List<NotificationType<?>> types =
                List.of(Notifications.TOOLS_CHANGED, Notifications.PROMPTS_CHANGED, Notifications.RESOURCES_CHANGED);

        assertThat(types).map(type -> accepts(tools, type)).containsExactly(true, false, false);
        assertThat(types).map(type -> accepts(prompts, type)).containsExactly(false, true, false);
        assertThat(types).map(type -> accepts(resources, type)).containsExactly(false, false, true);
    }

    @Test
    void only_updates_of_subscribed_resources_are_accepted() {
        SubscriptionNotificationForwarder forwarder = forwarder(NONE.withResourceSubscriptions(List.of("a:/1")));

        assertThat(forwarder.acceptsUnattributed(Notifications.RESOURCE_UPDATED, UPDATED))
                .isTrue();
        assertThat(forwarder.acceptsUnattributed(Notifications.RESOURCE_UPDATED, Json.parse("{\"uri\":\"a:/2\"}")))
                .isFalse();
        assertThat(accepts(forwarder, Notifications.RESOURCE_UPDATED)).isFalse();
        assertThat(accepts(forwarder, Notifications.MESSAGE)).isFalse();
    }

    @Test
    void a_notification_that_the_revision_of_the_client_does_not_have_is_dropped() {
        SubscriptionNotificationForwarder forwarder = forwarder(NONE);
        NotificationType<?> unknown = new NotificationType<>("notifications/unknown", EmptyParams.class);
        forwarder.onNotification(unknown, Json.EMPTY_OBJECT, UPSTREAM);
        forwarder.onNotification(Notifications.RESOURCE_UPDATED, UPDATED, UPSTREAM);

        assertThat(sent).containsExactly("notifications/resources/updated");
    }
}
