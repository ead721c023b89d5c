package dev.tenon.client.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.Cancellation;
import dev.tenon.client.ClientLimits;
import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.error.InvalidResponseException;
import dev.tenon.client.internal.TestClientContext;
import dev.tenon.client.internal.connection.McpConnection.SentRequest;
import dev.tenon.client.internal.transport.MirroredHeaders;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.NoResponseException;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.jsonrpc.internal.Deadline;
import dev.tenon.model.Revision;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How the end of a request is handled: by which message, how often, and what is released. */
class McpConnectionTest {
    private static final RequestId FIRST = RequestId.of(1);

    private final TestClientContext client = new TestClientContext(
            TestClientContext.configOf(ClientLimits.DEFAULT.toBuilder().calls(2).build()));
    private final FakeTransport transport = new FakeTransport();
    private final McpConnection connection = TestConnections.open(transport, client.context, Revision.V2025_11_25);

    private SentRequest send() {
        return send(null, true, id -> {});
    }

    private SentRequest send(@Nullable Cancellation cancellation, boolean announces, Consumer<RequestId> idListener) {
        return connection.callAsync(new OutboundRequest(
                "ping",
                null,
                MirroredHeaders.NONE,
                Deadline.after(Duration.ofHours(1)),
                cancellation,
                announces,
                idListener,
                "owner"));
    }

    private static Json take(SentRequest sent) {
        return sent.outcomeFuture().join().takeResult();
    }

    private boolean respond(@Nullable RequestId exchange) {
        return transport.receive("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}", exchange);
    }

    private long dropped() {
        return client.context.droppedMessages().sum();
    }

    /** Checks that two calls can be sent: all permits were returned. */
    private void assertAllPermitsAreFree() {
        send();
        send();
        assertThatThrownBy(this::send).isInstanceOf(NoResponseException.class).hasMessageContaining("limit=2");
    }

    @Test
    void a_second_response_is_dropped_and_counted() {
        SentRequest sent = send();
        assertThat(respond(FIRST)).isTrue();
        respond(FIRST);
        assertThat(take(sent)).isEqualTo(Json.EMPTY_OBJECT);
        assertThat(dropped()).isEqualTo(1);
        assertAllPermitsAreFree();
    }

    @Test
    void a_response_after_the_cancellation_is_dropped() {
        Cancellation cancellation = new Cancellation();
        SentRequest sent = send(cancellation, true, id -> {});
        cancellation.cancel("changed my mind");
        assertThat(respond(FIRST)).as("the exchange is over").isTrue();
        assertThat(dropped()).isEqualTo(1);
        assertThatThrownBy(() -> take(sent))
                .isInstanceOf(NoResponseException.class)
                .hasMessage("changed my mind");
        assertThat(transport.cancelledIds()).containsExactly("1");
        assertAllPermitsAreFree();
    }

    @Test
    void a_cancellation_after_the_response_has_no_effect() {
        Cancellation cancellation = new Cancellation();
        SentRequest sent = send(cancellation, true, id -> {});
        respond(FIRST);
        cancellation.cancel("too late");
        assertThat(take(sent)).isEqualTo(Json.EMPTY_OBJECT);
        assertThat(transport.abandoned).isEmpty();
        assertThat(transport.cancelledIds()).isEmpty();
    }

    @Test
    void a_cancellation_that_the_transport_announces_itself_is_not_announced_twice() {
        transport.abandonNotifies = true;
        SentRequest sent = send();
        connection.cancel(FIRST, "stop");
        assertThatThrownBy(() -> take(sent)).isInstanceOf(NoResponseException.class);
        assertThat(transport.abandoned).containsExactly(FIRST);
        assertThat(transport.cancelledIds()).isEmpty();
    }

    @Test
    void the_cancellation_of_the_first_request_is_not_announced() {
        SentRequest sent = send(null, false, id -> {});
        sent.abandon();
        assertThat(transport.abandoned).containsExactly(FIRST);
        assertThat(transport.cancelledIds()).isEmpty();
        assertAllPermitsAreFree();
    }

    @Test
    void a_cancellation_that_cannot_be_announced_does_not_hide_its_reason() {
        SentRequest sent = send();
        transport.sendHook = message -> {
            throw new ConnectionFailedException("full");
        };
        sent.interrupt();
        assertThatThrownBy(() -> take(sent))
                .isInstanceOf(NoResponseException.class)
                .hasMessageContaining("Interrupted")
                .satisfies(failure -> assertThat(failure.getSuppressed()).hasSize(1));
        transport.sendHook = message -> {};
        assertAllPermitsAreFree();
    }

    @Test
    void a_request_that_could_not_be_sent_leaves_nothing_behind() {
        Cancellation cancellation = new Cancellation();
        transport.sendHook = message -> {
            throw new ConnectionFailedException("broken");
        };
        assertThatThrownBy(() -> send(cancellation, true, id -> {})).hasMessage("broken");
        transport.sendHook = message -> {};
        cancellation.cancel("nothing to cancel");
        assertThat(transport.abandoned).isEmpty();
        assertThat(connection.owner(FIRST)).isNull();
        assertThat(connection.pendingCallCount()).isZero();
        assertAllPermitsAreFree();
    }

    @Test
    void the_owner_of_a_request_is_known_while_it_is_sent_and_until_its_result_is_taken() {
        transport.sendHook = message -> assertThat(connection.owner(FIRST)).isEqualTo("owner");
        SentRequest sent = send();
        respond(FIRST);
        assertThat(connection.owner(FIRST)).isEqualTo("owner");
        take(sent);
        assertThat(connection.owner(FIRST)).isNull();
    }

    @Test
    void the_id_is_announced_before_the_request_is_sent() {
        SentRequest sent = send(null, true, id -> {
            assertThat(transport.sent).isEmpty();
            connection.cancel(id, "at once");
        });
        assertThatThrownBy(() -> take(sent))
                .isInstanceOf(NoResponseException.class)
                .hasMessage("at once");
        assertAllPermitsAreFree();
    }

    @Test
    void a_request_fails_at_its_deadline_and_is_abandoned() {
        SentRequest sent = connection.callAsync(new OutboundRequest(
                "ping", null, MirroredHeaders.NONE, Deadline.after(Duration.ZERO), null, true, id -> {}, null));
        client.timer.advance(Duration.ofMillis(1));
        assertThatThrownBy(() -> take(sent))
                .isInstanceOf(NoResponseException.class)
                .hasMessageContaining("No response");
        assertThat(transport.cancelledIds()).containsExactly("1");
    }

    @Test
    void an_oversized_message_fails_only_the_request_of_its_exchange() {
        SentRequest first = send();
        SentRequest second = send();
        connection.onOversizedMessage(null);
        assertThat(connection.pendingCallCount()).isEqualTo(2);
        connection.onOversizedMessage(FIRST);
        assertThatThrownBy(() -> take(first))
                .isInstanceOf(InvalidResponseException.class)
                .hasMessageContaining("limit: json.bytes");
        assertThat(second.outcomeFuture()).isNotDone();
        assertThat(dropped()).isEqualTo(2);
    }

    @Test
    void an_error_response_without_id_belongs_to_the_request_of_its_exchange() {
        SentRequest sent = send();
        String error = "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":\"no\"}}";
        transport.receive(error, null);
        assertThat(sent.outcomeFuture()).isNotDone();
        assertThat(transport.receive(error, FIRST)).isTrue();
        assertThatThrownBy(() -> take(sent)).isInstanceOf(RpcException.class);
    }

    @Test
    void an_invalid_message_without_id_fails_the_request_of_its_exchange() {
        SentRequest sent = send();
        assertThat(transport.receive("{", FIRST)).isTrue();
        assertThatThrownBy(() -> take(sent)).isInstanceOf(InvalidResponseException.class);
        assertThat(transport.responses()).as("no error response to a response").isEmpty();
    }

    @Test
    void the_transport_is_told_of_a_response_that_arrives_outside_its_own_exchange() {
        send();
        send();
        assertThat(respond(RequestId.of(2))).as("the second request is pending").isFalse();
        assertThat(transport.elsewhere).containsExactly(FIRST);
        transport.receive("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}", RequestId.of(2));
        assertThat(transport.elsewhere).containsExactly(FIRST);
    }
}
