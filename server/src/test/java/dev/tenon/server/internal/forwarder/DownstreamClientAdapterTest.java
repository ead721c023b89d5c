package dev.tenon.server.internal.forwarder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.JsonRpcMessage;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.Response;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Methods;
import dev.tenon.model.Notifications;
import dev.tenon.server.Limits;
import dev.tenon.server.call.ClientInputException;
import dev.tenon.server.internal.ManualExecutor;
import dev.tenon.server.internal.RecordingSessionSink;
import dev.tenon.server.internal.TestSessions;
import dev.tenon.server.internal.limit.LimitHitCounters;
import dev.tenon.server.internal.request.ChangeBroadcaster;
import dev.tenon.server.internal.request.ServerSession;
import dev.tenon.server.internal.request.SessionSink;
import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DownstreamClientAdapterTest {
    private static final int MAX_EARLY = 64;

    private final ChangeBroadcaster broadcaster =
            new ChangeBroadcaster(Limits.DEFAULT, new LimitHitCounters(), uri -> Set.of(), new ManualExecutor());
    private final RecordingSessionSink recorded = new RecordingSessionSink();
    private Consumer<JsonRpcMessage> onRequest = message -> {};
    private final ServerSession session = TestSessions.of(broadcaster, new RespondingSessionSink());

    /** Calls the test when a request is sent, on the thread of the sender. */
    private final class RespondingSessionSink implements SessionSink {
        @Override
        public void enqueue(JsonRpcMessage message) {
            recorded.enqueue(message);
            onRequest.accept(message);
        }

        @Override
        public boolean hasReader() {
            return true;
        }

        @Override
        public void close() {
            recorded.close();
        }

        @Override
        public boolean trySend(Notification notification) {
            return recorded.trySend(notification);
        }

        @Override
        public void onWritable(Runnable action) {
            recorded.onWritable(action);
        }

        @Override
        public void disconnect() {
            recorded.disconnect();
        }
    }

    private DownstreamClientAdapter client(@Nullable ServerSession ofSession, Duration inputTimeout) {
        return new DownstreamClientAdapter(session.codec(), session, "caller", null, ofSession, inputTimeout);
    }

    private final DownstreamClientAdapter client = client(session, Duration.ofMinutes(1));

    @Test
    void notifications_wait_until_the_client_has_the_response_to_initialize() {
        client.sendNotification(Notifications.TOOLS_CHANGED, Json.EMPTY_OBJECT);
        assertThat(recorded.sent()).isEmpty();

        session.markOpened();
        client.sendNotification(Notifications.PROMPTS_CHANGED, Json.EMPTY_OBJECT);

        assertThat(recorded.methods())
                .containsExactly("notifications/tools/list_changed", "notifications/prompts/list_changed");
    }

    @Test
    void notifications_that_exceed_the_buffer_are_dropped() {
        for (int i = 0; i <= MAX_EARLY; i++) {
            client.sendNotification(Notifications.TOOLS_CHANGED, Json.EMPTY_OBJECT);
        }
        session.markOpened();

        assertThat(recorded.sent()).hasSize(MAX_EARLY);
    }

    @Test
    void a_request_to_the_client_returns_its_response() {
        session.markOpened();
        Json expected = Json.parse("{\"roots\":[]}");
        onRequest = message ->
                session.requestCorrelator().onResponse(new Response.Success(((Request) message).id(), expected));

        assertThat(client.requestInput(Methods.LIST_ROOTS, Json.EMPTY_OBJECT)).isEqualTo(expected);
    }

    @Test
    void a_request_before_the_session_is_open_is_not_sent() {
        DownstreamClientAdapter impatient = client(session, Duration.ZERO);

        assertThatThrownBy(() -> impatient.requestInput(Methods.LIST_ROOTS, Json.EMPTY_OBJECT))
                .isInstanceOf(ClientInputException.class)
                .hasMessageContaining("its session is not open yet");
        assertThat(recorded.sent()).isEmpty();
    }

    @Test
    void a_request_after_the_end_of_the_session_fails() {
        session.markOpened();
        session.end();

        assertThatThrownBy(() -> client.requestInput(Methods.LIST_ROOTS, Json.EMPTY_OBJECT))
                .isInstanceOf(ClientInputException.class);
        assertThat(recorded.sent()).isEmpty();
    }

    @Test
    void a_client_without_a_session_gets_neither_notifications_nor_requests() {
        DownstreamClientAdapter stateless = client(null, Duration.ofMinutes(1));
        stateless.sendNotification(Notifications.TOOLS_CHANGED, Json.EMPTY_OBJECT);

        assertThatThrownBy(() -> stateless.requestInput(Methods.LIST_ROOTS, Json.EMPTY_OBJECT))
                .isInstanceOf(RpcException.class);
        assertThat(recorded.sent()).isEmpty();
    }

    @Test
    void a_method_that_the_revision_does_not_have_is_not_sent() {
        session.markOpened();

        assertThatThrownBy(() -> client.requestInput(Methods.CALL_TOOL, Json.EMPTY_OBJECT))
                .isInstanceOf(RpcException.class)
                .hasMessageContaining("does not support");
        assertThat(recorded.sent()).isEmpty();
    }
}
