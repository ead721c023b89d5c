package dev.tenon.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import dev.tenon.model.Notifications;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.server.forwarder.DownstreamClient;
import dev.tenon.server.forwarder.ForwardedCall;
import dev.tenon.server.forwarder.SubscriptionSink;
import dev.tenon.transport.DuplexChannel;
import dev.tenon.transport.MemoryChannels;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests notifications of a forwarder that arrive before its client knows that the session is open. */
class EarlyNotificationTest {
    /** One more than the number of notifications that are buffered for a stream that is not open yet. */
    private static final int EARLY = 65;

    /** Sends a notification that its tools have changed as soon as a client connects. */
    private static final class EarlyNotifyingSession extends FakeForwardingSession {
        EarlyNotifyingSession(DownstreamClient client) {
            super("hasty");
            client.sendNotification(Notifications.TOOLS_CHANGED, Json.EMPTY_OBJECT);
        }

        @Override
        public SubscriptionFilter openSubscription(
                SubscriptionFilter wanted, ForwardedCall call, SubscriptionSink stream) {
            for (int i = 0; i < EARLY; i++) {
                Json params = Json.parse("{\"uri\":\"test://" + i + "\"}");
                stream.sendNotification(Notifications.RESOURCE_UPDATED, params);
            }
            return wanted;
        }
    }

    /** Issue 20, item 15: no change is lost silently. */
    @Test
    void a_stream_with_too_many_early_notifications_ends_so_that_the_client_subscribes_again() throws Exception {
        try (McpServer server = McpServer.builder("front", "1")
                        .forwarder(EarlyNotifyingSession::new)
                        .build();
                RecordingClient client = new RecordingClient(server)) {
            RecordingClient.ReceivedResponse response = client.callStateless(
                    "subscriptions/listen", "\"notifications\":{\"resourceSubscriptions\":[\"test://1\"]}");

            assertThat(response.result()).isNotNull();
            assertThat(response.precedingMessages().stream().map(message -> message.string("method")))
                    .startsWith("notifications/subscriptions/acknowledged")
                    .filteredOn("notifications/resources/updated"::equals)
                    .hasSize(EARLY - 1);
        }
    }

    @Test
    void an_early_notification_is_sent_after_the_response_that_opens_the_session() throws InterruptedException {
        BlockingQueue<String> response = new LinkedBlockingQueue<>();
        try (McpServer server = McpServer.builder("front", "1")
                .forwarder(EarlyNotifyingSession::new)
                .build()) {
            MemoryChannels.ChannelPair pair = MemoryChannels.pair(server.channelLimits());
            server.connect(pair.right(), "memory", null);
            pair.left().open(new DuplexChannel.MessageReceiver() {
                @Override
                public void onMessage(byte[] message) {
                    response.add(new String(message, UTF_8));
                }

                @Override
                public void onOversizedMessage() {}

                @Override
                public void onClosed() {}
            });
            pair.left()
                    .send(("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
                                    + "\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"c\",\"version\":\"1\"}}}")
                            .getBytes(UTF_8));

            assertThat(response.poll(10, TimeUnit.SECONDS)).contains("\"id\":1", "hasty");
            assertThat(response.poll(10, TimeUnit.SECONDS)).contains("notifications/tools/list_changed");
            pair.left().close();
        }
    }
}
