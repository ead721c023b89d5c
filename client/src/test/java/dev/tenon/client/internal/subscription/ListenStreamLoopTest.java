package dev.tenon.client.internal.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.MessageTracer;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.error.McpClientException;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.client.internal.FakeChannel;
import dev.tenon.client.internal.TestClientContext;
import dev.tenon.client.internal.call.CallExecutor;
import dev.tenon.client.internal.config.ClientConfig;
import dev.tenon.client.internal.connection.ConnectionProvider;
import dev.tenon.client.internal.connection.Connector;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.model.SubscriptionFilter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ListenStreamLoopTest {
    private static final SubscriptionFilter TOOLS = new SubscriptionFilter(true, false, false, List.of());
    private static final ClientConfig CONFIG = TestClientContext.configOf(ClientLimits.DEFAULT.toBuilder()
            .reconnects(2)
            .reconnectDelay(Duration.ofSeconds(4))
            .build());

    private final FakeChannel channel = new FakeChannel().respondToDiscover();
    private final ReconnectingSubscription subscription = new ReconnectingSubscription(TOOLS, null, closed -> {});
    private TestClientContext client;
    private ConnectionProvider connections;

    private void start(ClientConfig config) {
        client = new TestClientContext(config);
        client.executor.runInline();
        connections = new ConnectionProvider(
                new Connector(ServerTarget.channel(channel), client.context), client.context, connection -> {});
        new ListenStreamLoop(subscription, connections, client.context, new CallExecutor(connections, client.context))
                .start();
    }

    private void acknowledge(Json listen) {
        channel.receive("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/subscriptions/acknowledged\",\"params\":{"
                + "\"notifications\":{\"toolsListChanged\":true},\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":"
                + listen.get("id") + "}}}");
    }

    /** Ends the stream that was opened last. */
    private void endStream() {
        Json id = listens().get(listens().size() - 1).get("id");
        channel.receive(
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":" + id + "}}");
    }

    private List<Json> listens() {
        return channel.sent("subscriptions/listen");
    }

    private Duration nextDelay() {
        return client.timer.delays().get(0);
    }

    /** Returns whether a task is due before the first deadline of a connection. */
    private boolean isReopening() {
        return client.timer.delays().stream().anyMatch(delay -> delay.compareTo(Duration.ofSeconds(20)) < 0);
    }

    @Test
    void an_acknowledged_stream_activates_the_subscription() {
        channel.on("subscriptions/listen", this::acknowledge);
        start(CONFIG);
        assertThat(subscription.isActive()).isTrue();
        assertThat(subscription.acceptedFilter()).isEqualTo(TOOLS);
        assertThat(isReopening()).isFalse();
    }

    @Test
    void a_stream_that_the_server_ends_is_inactive_and_reopened_after_a_delay() {
        channel.on("subscriptions/listen", this::acknowledge);
        start(CONFIG);
        endStream();
        assertThat(subscription.isActive()).isFalse();
        assertThat(client.context.listenStreams().isKnownOrNull(listens().get(0).get("id")))
                .isFalse();
        client.timer.advance(Duration.ofSeconds(4));
        assertThat(listens()).hasSize(2);
        assertThat(subscription.isActive()).isTrue();
    }

    @Test
    void short_streams_are_reopened_after_growing_delays() {
        channel.on("subscriptions/listen", this::acknowledge);
        start(CONFIG);
        for (int seconds = 4; seconds <= 16; seconds *= 2) {
            endStream();
            assertThat(nextDelay()).isBetween(Duration.ofSeconds(seconds / 2), Duration.ofSeconds(seconds));
            client.timer.advance(Duration.ofSeconds(seconds));
        }
        assertThat(listens()).hasSize(4);
    }

    @Test
    void a_refused_subscription_fails_at_once() {
        channel.on("subscriptions/listen", request -> channel.receiveError(request, ErrorCode.INVALID_PARAMS, "null"));
        start(CONFIG);
        assertThat(subscription.failure()).isInstanceOf(ServerErrorException.class);
        assertThat(subscription.isClosed()).isTrue();
        assertThat(isReopening()).isFalse();
    }

    @Test
    void a_refusal_after_an_acknowledgement_is_the_end_of_a_stream() {
        channel.on("subscriptions/listen", request -> {
            acknowledge(request);
            channel.receiveError(request, ErrorCode.INTERNAL_ERROR, "null");
        });
        start(CONFIG);
        assertThat(subscription.isClosed()).isFalse();
        assertThat(isReopening()).isTrue();
    }

    @Test
    void a_stream_that_is_never_acknowledged_is_reopened_as_often_as_the_limit() {
        channel.on("subscriptions/listen", request -> channel.receiveResult(request, "{\"resultType\":\"complete\"}"));
        start(CONFIG);
        client.timer.advance(Duration.ofSeconds(8));
        assertThat(listens()).hasSize(2);
        client.timer.advance(Duration.ofSeconds(16));
        assertThat(listens()).hasSize(3);
        assertThat(subscription.failure())
                .isInstanceOf(ConnectionFailedException.class)
                .hasMessageContaining("before acknowledging it");
        client.timer.advance(Duration.ofMinutes(2));
        assertThat(listens()).hasSize(3);
    }

    @Test
    void a_subscription_that_is_closed_while_it_waits_is_not_reopened() {
        channel.on("subscriptions/listen", this::acknowledge);
        start(CONFIG);
        endStream();
        subscription.close();
        client.timer.advance(Duration.ofMinutes(1));
        assertThat(listens()).hasSize(1);
    }

    @Test
    void closing_an_open_subscription_cancels_its_request_and_does_not_reopen_it() {
        channel.on("subscriptions/listen", this::acknowledge);
        start(CONFIG);
        subscription.close();
        assertThat(channel.sent("notifications/cancelled")).hasSize(1);
        assertThat(client.context.listenStreams().isKnownOrNull(listens().get(0).get("id")))
                .isFalse();
        assertThat(isReopening()).isFalse();
    }

    @Test
    void a_subscription_that_is_closed_while_its_request_is_sent_is_cancelled() {
        channel.on("subscriptions/listen", request -> subscription.close());
        start(CONFIG);
        assertThat(channel.sent("notifications/cancelled")).hasSize(1);
        assertThat(isReopening()).isFalse();
    }

    @Test
    void a_closed_client_does_not_reopen_its_streams() {
        channel.on("subscriptions/listen", this::acknowledge);
        start(CONFIG);
        connections.close();
        assertThat(subscription.isActive()).isFalse();
        assertThat(isReopening()).isFalse();
    }

    @Test
    void a_tracer_that_throws_fails_the_subscription() {
        MessageTracer tracer = (direction, message) -> {
            if (new String(message, StandardCharsets.UTF_8).contains("subscriptions/listen")) {
                throw new IllegalStateException("broken tracer");
            }
        };
        start(TestClientContext.configWith(CONFIG, "tracer", tracer));
        assertThat(subscription.failure())
                .isExactlyInstanceOf(McpClientException.class)
                .hasMessageContaining("broken tracer");
        assertThat(subscription.isClosed()).isTrue();
    }
}
