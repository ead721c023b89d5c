package dev.tenon.client.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.internal.TestClientContext;
import dev.tenon.client.internal.connection.McpConnection.SentRequest;
import dev.tenon.client.internal.transport.MirroredHeaders;
import dev.tenon.jsonrpc.NoResponseException;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.jsonrpc.internal.Deadline;
import dev.tenon.model.LogLevel;
import dev.tenon.model.Methods;
import dev.tenon.model.Revision;
import dev.tenon.model.SetLevelParams;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The end of a connection, by either side, with calls in between. */
class ConnectionEndTest {
    private static final Deadline DEADLINE = Deadline.after(Duration.ofHours(1));
    private static final String CLOSED_HERE = "The connection was closed by this client";

    private final TestClientContext client = new TestClientContext(TestClientContext.configOf(ClientLimits.DEFAULT));
    private final FakeTransport transport = new FakeTransport();
    private final McpConnection connection = TestConnections.open(transport, client.context, Revision.V2025_11_25);

    private SentRequest send() {
        return connection.callAsync(
                new OutboundRequest("ping", null, MirroredHeaders.NONE, DEADLINE, null, true, id -> {}, null));
    }

    @Test
    void the_end_is_reported_once_with_its_first_reason() {
        connection.onClosed("exit code 1");
        connection.onClosed("again");
        connection.close();
        assertThat(client.lostConnections).containsExactly("exit code 1");
        assertThat(connection.awaitCloseReason()).isEqualTo("exit code 1");
        assertThat(connection.isOpen()).isFalse();
    }

    @Test
    void closing_fails_pending_calls_before_the_transport_is_closed() {
        SentRequest sent = send();
        connection.close();
        assertThatThrownBy(() -> sent.outcomeFuture().join().takeResult()).isInstanceOf(NoResponseException.class);
        assertThat(connection.awaitCloseReason()).isEqualTo(CLOSED_HERE);
        assertThat(transport.cancelledIds()).isEmpty();
    }

    @Test
    void a_call_after_the_end_fails_with_the_reason_of_the_end() {
        connection.onClosed("exit code 1");
        assertThatThrownBy(this::send).isInstanceOf(NoResponseException.class);
        assertThat(transport.sent).isEmpty();
        assertThat(connection.pendingCallCount()).isZero();
    }

    @Test
    void a_message_after_the_end_is_ignored() {
        connection.onClosed("gone");
        assertThat(transport.receive("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}", null))
                .isFalse();
        assertThat(transport.sent).isEmpty();
        assertThat(client.context.droppedMessages().sum()).isZero();
    }

    @Test
    void a_connection_that_ends_while_a_request_is_sent_fails_that_request_once() {
        transport.sendHook = message -> connection.onClosed("reset");
        SentRequest sent = send();
        assertThatThrownBy(() -> sent.outcomeFuture().join().takeResult()).isInstanceOf(NoResponseException.class);
        assertThat(connection.pendingCallCount()).isZero();
    }

    @Test
    void a_request_that_the_transport_reports_as_failed_gets_that_failure_even_twice() {
        SentRequest sent = send();
        ConnectionFailedException failure = new ConnectionFailedException("refused");
        connection.onRequestFailed(sentId(), failure);
        connection.onRequestFailed(sentId(), new ConnectionFailedException("late"));
        assertThatThrownBy(() -> sent.outcomeFuture().join().takeResult()).isSameAs(failure);
    }

    private RequestId sentId() {
        return ((Request) transport.sent.get(0)).id();
    }

    @Test
    void a_blocking_call_that_is_interrupted_is_cancelled_at_the_server() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> connection.call(Methods.SET_LEVEL, SetLevelParams.of(LogLevel.INFO), DEADLINE))
                .isInstanceOf(NoResponseException.class)
                .hasMessageContaining("Interrupted");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(transport.cancelledIds()).containsExactly("1");
    }

    @Test
    void a_failing_message_does_not_end_the_connection() {
        transport.sendHook = message -> {
            throw new IllegalStateException("broken");
        };
        transport.receive("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}", null);
        transport.sendHook = message -> {};
        transport.receive("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}", null);
        assertThat(connection.isOpen()).isTrue();
        assertThat(transport.responses()).hasSize(1);
    }

    @Test
    void callers_that_wait_for_the_connection_are_paused_only_before_the_protocol_is_negotiated() {
        Deadline waiting = Deadline.extendable(Duration.ofMinutes(1), Duration.ofHours(1));
        client.context.connectDeadlines().register(waiting);
        McpConnection connecting = new McpConnection(transport, client.context);
        Runnable resume = connecting.pauseDeadlines(null);
        waiting.resume();
        waiting.pause();
        resume.run();
        assertThatThrownBy(waiting::resume).isInstanceOf(IllegalStateException.class);
        connection.pauseDeadlines(null);
        assertThatThrownBy(waiting::resume).isInstanceOf(IllegalStateException.class);
    }
}
