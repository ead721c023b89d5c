package dev.tenon.server.internal.connection;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.model.Implementation;
import dev.tenon.model.ServerCapabilities;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.server.FakeForwardingSession;
import dev.tenon.server.Limits;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.forwarder.ForwardedCall;
import dev.tenon.server.forwarder.RequestForwarder;
import dev.tenon.server.forwarder.ServerDescription;
import dev.tenon.server.forwarder.SubscriptionSink;
import dev.tenon.server.internal.ManualExecutor;
import dev.tenon.server.internal.TestServerComponents;
import dev.tenon.server.internal.TestSettings;
import dev.tenon.transport.ChannelClosedException;
import dev.tenon.transport.DuplexChannel;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests the order of {@code initialize}, other messages and the end of a connection. */
class ChannelConnectionTest {
    private static final int MAX_REQUESTS = 2;
    private static final String INITIALIZE = """
            {"jsonrpc":"2.0","id":"init","method":"initialize","params":{"protocolVersion":"2025-11-25",
             "capabilities":{},"clientInfo":{"name":"c","version":"1"}}}""";
    private static final String OPENED = "init result";

    private final List<String> events = new ArrayList<>();
    private final ManualExecutor executor = new ManualExecutor();
    private final ClosableChannel channel = new ClosableChannel();
    private @Nullable RuntimeException connectFailure;
    private @Nullable RuntimeException descriptionFailure;
    private @Nullable CallerPrincipal principal;

    /** Records the ids of the messages to the client, and whether they are results or errors. */
    private final class ClosableChannel implements DuplexChannel {
        private final List<String> sent = new ArrayList<>();
        private MessageReceiver receiver;
        private boolean closed;

        @Override
        public void open(MessageReceiver messageReceiver) {
            receiver = messageReceiver;
        }

        @Override
        public void send(byte[] message) {
            enqueueEvenIfFull(message);
        }

        @Override
        public void enqueueEvenIfFull(byte[] message) {
            if (closed) {
                throw new ChannelClosedException("closed");
            }
            String text = new String(message, UTF_8);
            String id = text.replaceFirst(".*\"id\":\"?([a-z0-9]+).*", "$1");
            sent.add(id + (text.contains("\"result\"") ? " result" : " error"));
        }

        @Override
        public boolean trySend(byte[] message) {
            enqueueEvenIfFull(message);
            return true;
        }

        @Override
        public void onWritable(Runnable action) {
            action.run();
        }

        @Override
        public void close() {
            closed = true;
        }

        void disconnect() {
            closed = true;
            receiver.onClosed();
        }
    }

    private final class ClosingForwardingSession extends FakeForwardingSession {
        ClosingForwardingSession() {
            super("upstream");
        }

        @Override
        public ServerDescription serverDescription() {
            if (descriptionFailure != null) {
                throw descriptionFailure;
            }
            return new ServerDescription(Implementation.of("upstream", "1"), ServerCapabilities.NONE, null);
        }

        @Override
        public SubscriptionFilter openSubscription(
                SubscriptionFilter wanted, ForwardedCall call, SubscriptionSink sink) {
            return wanted;
        }

        @Override
        public void close() {
            events.add("forwarding session closed");
        }
    }

    private ServerComponents components(@Nullable RequestForwarder forwarder) {
        Limits limits =
                Limits.DEFAULT.toBuilder().requestsPerSession(MAX_REQUESTS).build();
        return TestServerComponents.of(TestSettings.of(limits, forwarder), executor);
    }

    private ServerComponents forwardingComponents() {
        return components(client -> {
            if (connectFailure != null) {
                throw connectFailure;
            }
            return new ClosingForwardingSession();
        });
    }

    private ChannelConnection open(ServerComponents components) {
        ChannelConnection connection =
                new ChannelConnection(components, channel, "memory", () -> principal, "caller", Duration.ZERO);
        connection.open();
        return connection;
    }

    private void receive(String message) {
        channel.receiver.onMessage(message.getBytes(UTF_8));
    }

    private void receivePing(int id) {
        receive("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"ping\"}");
    }

    @Test
    void messages_that_arrive_while_the_session_opens_are_processed_after_it_in_order() {
        open(forwardingComponents());
        receive(INITIALIZE);
        receivePing(1);
        receivePing(2);
        assertThat(channel.sent).isEmpty();

        executor.runAll();

        assertThat(channel.sent).containsExactly(OPENED, "1 result", "2 result");
    }

    @Test
    void more_messages_than_the_session_may_have_requests_are_not_queued() {
        open(forwardingComponents());
        receive(INITIALIZE);
        for (int id = 1; id <= MAX_REQUESTS + 1; id++) {
            receivePing(id);
        }
        executor.runAll();

        assertThat(channel.sent).containsExactly("3 result", OPENED, "1 result", "2 result");
    }

    @Test
    void messages_are_processed_although_the_session_could_not_be_opened() {
        connectFailure = new IllegalStateException("upstream");
        open(forwardingComponents());
        receive(INITIALIZE);
        receivePing(1);
        executor.runAll();
        receivePing(2);

        assertThat(channel.sent).containsExactly("init error", "1 result", "2 result");
    }

    @Test
    void initialize_can_be_repeated_after_a_failure_but_not_after_success() {
        connectFailure = new IllegalStateException("upstream");
        open(forwardingComponents());
        receive(INITIALIZE);
        executor.runAll();
        connectFailure = null;
        receive(INITIALIZE);
        executor.runAll();
        receive(INITIALIZE);
        executor.runAll();

        assertThat(channel.sent).containsExactly("init error", OPENED, "init error");
    }

    @Test
    void a_server_that_shuts_down_rejects_initialize_and_processes_what_follows() {
        open(forwardingComponents());
        executor.shutDown();
        receive(INITIALIZE);
        receivePing(1);

        assertThat(channel.sent).containsExactly("init error", "1 result");
    }

    @Test
    void a_session_that_opens_after_the_end_of_its_connection_is_ended() {
        ServerComponents components = forwardingComponents();
        ChannelConnection connection = open(components);
        receive(INITIALIZE);
        channel.disconnect();
        assertThat(connection.isClosed()).isTrue();

        executor.runAll();

        assertThat(components.sessions().size()).isZero();
        assertThat(events).containsExactly("forwarding session closed");
    }

    @Test
    void a_forwarder_that_fails_to_describe_its_server_is_closed() {
        descriptionFailure = new IllegalStateException("upstream");
        ServerComponents components = forwardingComponents();
        open(components);
        receive(INITIALIZE);
        executor.runAll();

        assertThat(channel.sent).containsExactly("init error");
        assertThat(events).containsExactly("forwarding session closed");
        assertThat(components.sessions().size()).isZero();
    }

    @Test
    void the_end_of_a_connection_ends_its_session_once() {
        ServerComponents components = forwardingComponents();
        open(components);
        receive(INITIALIZE);
        executor.runAll();
        assertThat(components.sessions().size()).isOne();

        channel.disconnect();

        assertThat(components.sessions().size()).isZero();
        assertThat(events).containsExactly("forwarding session closed");
    }

    @Test
    void without_a_forwarder_initialize_needs_no_other_thread() {
        open(components(null));
        receive(INITIALIZE);
        receivePing(1);

        assertThat(channel.sent).containsExactly(OPENED, "1 result");
        assertThat(executor.size()).isZero();
    }

    @Test
    void a_message_that_is_being_processed_at_the_end_sends_nothing_and_does_not_fail() {
        open(components(null));
        channel.close();
        receivePing(1);
        receive("not a message");
        receive(INITIALIZE);

        assertThat(channel.sent).isEmpty();
    }

    @Test
    void the_latest_credentials_decide_whether_a_connection_has_expired() {
        ChannelConnection connection = open(components(null));
        Instant expiry = Instant.parse("2026-01-01T00:00:00Z");
        assertThat(connection.hasExpiredCredentials(expiry)).isFalse();

        principal = new CallerPrincipal("alice").withExpires(expiry);
        assertThat(connection.hasExpiredCredentials(expiry.minusMillis(1))).isFalse();
        assertThat(connection.hasExpiredCredentials(expiry)).isTrue();
    }
}
