package dev.tenon.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import dev.tenon.model.Notifications;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.server.forwarder.DownstreamClient;
import dev.tenon.server.forwarder.ForwardedCall;
import dev.tenon.server.forwarder.NotificationSink;
import dev.tenon.transport.DuplexChannel;
import dev.tenon.transport.MemoryChannels;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a relay has to say before its client knows that there is a session. */
class PrologueTest {
    /** One more than what waits for a stream to be open. */
    private static final int EARLY = 65;

    /** Says that its tools have changed as soon as it meets somebody. */
    private static final class Hasty extends FakeRelayService {
        Hasty(DownstreamClient client) {
            super("hasty");
            client.sendNotification(Notifications.TOOLS_CHANGED, Json.EMPTY_OBJECT);
        }

        @Override
        public SubscriptionFilter openSubscription(
                SubscriptionFilter wanted, ForwardedCall call, NotificationSink stream) {
            for (int i = 0; i < EARLY; i++) {
                Json params = Json.parse("{\"uri\":\"test://" + i + "\"}");
                stream.sendNotification(Notifications.RESOURCE_UPDATED, params);
            }
            return wanted;
        }
    }

    /** Issue 20, item 15: no change is lost silently. */
    @Test
    void a_stream_for_which_too_much_comes_before_it_is_open_ends_so_that_the_client_subscribes_again()
            throws Exception {
        try (McpServer server =
                        McpServer.builder("front", "1").forwarder(Hasty::new).build();
                Wiretap tap = new Wiretap(server)) {
            Wiretap.Heard heard =
                    tap.modern("subscriptions/listen", "\"notifications\":{\"resourceSubscriptions\":[\"test://1\"]}");

            assertThat(heard.result()).isNotNull();
            assertThat(heard.before().stream().map(message -> message.string("method")))
                    .startsWith("notifications/subscriptions/acknowledged")
                    .filteredOn("notifications/resources/updated"::equals)
                    .hasSize(EARLY - 1);
        }
    }

    @Test
    void comes_after_the_answer_that_opens_the_session() throws InterruptedException {
        BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        try (McpServer server =
                McpServer.builder("front", "1").forwarder(Hasty::new).build()) {
            MemoryChannels.ChannelPair pair = MemoryChannels.pair(server.channelLimits());
            server.connect(pair.right(), "memory", null);
            pair.left().open(new DuplexChannel.MessageReceiver() {
                @Override
                public void onMessage(byte[] message) {
                    heard.add(new String(message, UTF_8));
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

            assertThat(heard.poll(10, TimeUnit.SECONDS)).contains("\"id\":1", "hasty");
            assertThat(heard.poll(10, TimeUnit.SECONDS)).contains("notifications/tools/list_changed");
            pair.left().close();
        }
    }
}
