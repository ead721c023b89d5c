package dev.tenon.client.internal.transport.streamable;

import static dev.tenon.client.internal.transport.streamable.TransportFixture.startStream;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.client.internal.FakeHttpClient.FakeCall;
import dev.tenon.client.internal.transport.MirroredHeaders;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SAME_THREAD)
class StandaloneEventStreamTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final TransportFixture fixture = new TransportFixture();
    private final FakeListener listener = fixture.listener;

    @AfterEach
    void close() {
        fixture.close();
    }

    private FakeCall open() {
        fixture.performHandshake(200);
        return fixture.http.last();
    }

    private List<FakeCall> streams() {
        return fixture.calls("GET");
    }

    @Test
    void messages_of_the_stream_belong_to_no_exchange() {
        open().respondData("data: result\n\n").respondData("event: other\ndata: ignored\n\n");
        assertThat(listener.events).containsExactly("result");
    }

    @Test
    void a_stream_that_the_server_does_not_offer_is_not_requested_again() {
        fixture.performHandshake(405);
        fixture.send(1);
        fixture.timer.advance(MINUTE);
        assertThat(streams()).hasSize(1);
    }

    @Test
    void a_404_for_the_first_stream_does_not_end_the_session() {
        fixture.performHandshake(404);
        assertThat(fixture.transport.isOpen()).isTrue();
        assertThat(listener.events).isEmpty();
    }

    @Test
    void a_broken_stream_is_resumed_after_its_last_event() {
        open().respondData("id: e1\ndata: change\n\n").fail(new IOException("reset"));
        fixture.timer.advance(Duration.ofSeconds(1));
        assertThat(streams()).hasSize(2);
        assertThat(streams().get(1).request.headers()).containsEntry("Last-Event-ID", "e1");
    }

    @Test
    void a_stream_that_cannot_be_resumed_starts_anew_without_an_event_id() {
        open().respondData("id: e1\ndata: change\n\n").respondEnd();
        fixture.timer.advance(MINUTE);
        streams().get(1).respond(400, "text/plain", "unknown event");
        fixture.timer.advance(MINUTE);
        assertThat(streams()).hasSize(3);
        assertThat(streams().get(2).request.headers()).doesNotContainKey("Last-Event-ID");
    }

    @Test
    void a_lost_session_ends_the_connection_once() {
        open().respondEnd();
        fixture.timer.advance(MINUTE);
        streams().get(1).respond(404, "text/plain", "no session");
        assertThat(listener.events).containsExactly("closed: The server has ended the session");
        assertThat(fixture.transport.isOpen()).isFalse();
        assertThat(fixture.timer.delays()).isEmpty();
    }

    @Test
    void a_server_that_is_down_is_retried_as_often_as_the_limit_and_again_with_the_next_request() {
        open().respondEnd();
        for (int i = 0; i < 2; i++) {
            fixture.timer.advance(MINUTE);
            fixture.http.last().fail(new IOException("down"));
        }
        assertThat(fixture.timer.delays()).isEmpty();
        assertThat(streams()).hasSize(3);
        fixture.transport.send(TransportFixture.NOTIFICATION, MirroredHeaders.NONE);
        assertThat(streams()).hasSize(3);
        fixture.send(1);
        assertThat(streams()).hasSize(4);
    }

    @Test
    void a_request_does_not_open_a_second_stream_while_one_is_open_or_waits_to_be_resumed() {
        FakeCall stream = open();
        fixture.send(1);
        assertThat(streams()).hasSize(1);
        stream.respondEnd();
        fixture.send(2);
        assertThat(streams()).hasSize(1);
    }

    @Test
    void an_event_resets_the_number_of_attempts() {
        FakeCall stream = open();
        for (int i = 0; i < 5; i++) {
            stream.respondData("data: change\n\n").respondEnd();
            fixture.timer.advance(MINUTE);
            stream = startStream(fixture.http.last());
        }
        assertThat(streams()).hasSize(6);
    }

    @Test
    void a_closed_transport_aborts_the_stream_and_does_not_resume_it() {
        FakeCall stream = open();
        fixture.close();
        assertThat(stream.isAborted()).isTrue();
        fixture.timer.advance(MINUTE);
        assertThat(streams()).hasSize(1);
    }

    @Test
    void a_transport_that_is_closed_while_the_stream_waits_does_not_resume_it() {
        open().respondEnd();
        fixture.close();
        fixture.timer.advance(MINUTE);
        assertThat(streams()).hasSize(1);
    }
}
