package dev.tenon.client.internal.transport.streamable;

import static dev.tenon.client.internal.transport.streamable.TransportFixture.startStream;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.internal.FakeHttpClient.FakeCall;
import dev.tenon.client.internal.transport.MirroredHeaders;
import dev.tenon.client.internal.transport.SessionLostException;
import dev.tenon.internal.concurrent.ThreadBlockingContext;
import dev.tenon.jsonrpc.RequestId;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Messages without a response, and the end of the transport while exchanges are pending. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SAME_THREAD)
class TransportCloseTest {
    private final TransportFixture fixture = new TransportFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    private FakeCall sendNotification() {
        fixture.transport.send(TransportFixture.NOTIFICATION, MirroredHeaders.NONE);
        return fixture.http.last();
    }

    @Test
    void as_many_notifications_as_the_limit_may_be_pending() {
        FakeCall first = sendNotification();
        sendNotification();
        assertThatThrownBy(this::sendNotification)
                .isInstanceOf(ConnectionFailedException.class)
                .hasMessageContaining("Too many messages are queued");
        first.respond(202, "text/plain", "");
        sendNotification();
    }

    @Test
    void a_notification_that_fails_or_expires_makes_room_for_another_one() {
        sendNotification().fail(new IOException("reset"));
        sendNotification().respond(500, "text/plain", "no");
        FakeCall expired = sendNotification();
        fixture.timer.advance(Duration.ofSeconds(5));
        assertThat(expired.isAborted()).isTrue();
        sendNotification();
        sendNotification();
        assertThatThrownBy(this::sendNotification).isInstanceOf(ConnectionFailedException.class);
    }

    @Test
    void a_response_after_the_time_of_a_notification_does_not_make_room_twice() {
        sendNotification();
        FakeCall late = sendNotification();
        fixture.timer.advance(Duration.ofSeconds(5));
        assertThat(late.isAborted()).isTrue();
        late.respond(202, "text/plain", "");
        sendNotification();
        sendNotification();
        assertThatThrownBy(this::sendNotification).isInstanceOf(ConnectionFailedException.class);
    }

    @Test
    void a_notification_to_a_lost_session_ends_the_transport_for_later_messages() {
        fixture.performHandshake(405);
        sendNotification().respond(404, "text/plain", "");
        assertThat(fixture.transport.isOpen()).isFalse();
        assertThatThrownBy(this::sendNotification).isInstanceOf(SessionLostException.class);
    }

    @Test
    void closing_aborts_all_exchanges_ends_the_session_and_reports_the_end_once() {
        fixture.performHandshake(405);
        FakeCall request = startStream(fixture.send(1));
        FakeCall notification = sendNotification();
        fixture.close();
        fixture.close();
        assertThat(request.isAborted()).isTrue();
        assertThat(notification.isAborted()).isTrue();
        assertThat(fixture.calls("DELETE")).singleElement().satisfies(call -> assertThat(call.request.headers())
                .containsEntry("Mcp-Session-Id", "s1"));
        assertThat(fixture.listener.events).containsExactly("closed: The connection was closed by this client");
        assertThat(fixture.timer.delays()).isEmpty();
    }

    @Test
    void a_session_is_ended_on_a_thread_that_must_not_block_without_waiting() {
        fixture.performHandshake(405);
        ThreadBlockingContext.nonBlocking("event loop").run(fixture.transport::close);
        assertThat(fixture.calls("DELETE")).hasSize(1);
        fixture.timer.advance(Duration.ofSeconds(5));
        assertThat(fixture.calls("DELETE").get(0).isAborted()).isTrue();
    }

    @Test
    void a_transport_without_a_session_sends_no_delete() {
        fixture.close();
        assertThat(fixture.http.calls).isEmpty();
    }

    @Test
    void a_request_that_is_sent_while_the_transport_closes_is_not_transmitted() {
        fixture.performHandshake(200);
        FakeCall stream = fixture.http.last();
        stream.respondEnd();
        for (int i = 0; i < 2; i++) {
            fixture.timer.advance(Duration.ofMinutes(1));
            fixture.http.last().fail(new IOException("down"));
        }
        // The request first reopens the event stream, and meanwhile the transport is closed.
        fixture.http.sendHook = call -> {
            fixture.http.sendHook = later -> later.respond(200, "text/plain", "");
            fixture.transport.close();
        };
        fixture.send(1);
        assertThat(fixture.calls("POST")).as("the handshake only").hasSize(2);
        assertThat(fixture.transport.abandon(RequestId.of(1))).isFalse();
    }

    @Test
    void a_message_after_the_end_is_rejected() {
        fixture.close();
        assertThatThrownBy(this::sendNotification)
                .isInstanceOf(ConnectionFailedException.class)
                .hasMessageContaining("is closed");
    }
}
