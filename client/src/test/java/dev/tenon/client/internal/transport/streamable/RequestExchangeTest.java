package dev.tenon.client.internal.transport.streamable;

import static dev.tenon.client.internal.transport.streamable.TransportFixture.startStream;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.error.HttpStatusException;
import dev.tenon.client.error.InvalidResponseException;
import dev.tenon.client.internal.FakeHttpClient.FakeCall;
import dev.tenon.client.internal.transport.SessionLostException;
import dev.tenon.jsonrpc.RequestId;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One request and the orders in which its response, the end of its stream and an abort can come. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SAME_THREAD)
class RequestExchangeTest {
    private static final RequestId FIRST = RequestId.of(1);
    private static final Duration STREAM_END = Duration.ofSeconds(2);

    private final TransportFixture fixture = new TransportFixture();
    private final FakeListener listener = fixture.listener;

    @AfterEach
    void close() {
        fixture.close();
    }

    private FakeCall sendAndStartStream() {
        fixture.performHandshake(405);
        return startStream(fixture.send(1));
    }

    private void assertFailedWith(Class<? extends RuntimeException> type) {
        assertThat(listener.failures).singleElement().isInstanceOf(type);
    }

    @Test
    void a_stream_that_ends_after_the_response_leaves_no_timer() {
        FakeCall call = sendAndStartStream().respondData("data: result\n\n");
        assertThat(fixture.timer.delays()).containsExactly(STREAM_END);
        call.respondEnd();
        assertThat(fixture.timer.delays()).isEmpty();
        assertThat(listener.events).containsExactly("result");
    }

    @Test
    void a_stream_that_stays_open_after_the_response_is_aborted_after_two_seconds() {
        FakeCall call = sendAndStartStream().respondData("data: result\n\n");
        fixture.timer.advance(STREAM_END.minusNanos(1));
        assertThat(call.isAborted()).isFalse();
        fixture.timer.advance(Duration.ofNanos(1));
        assertThat(call.isAborted()).isTrue();
        assertThat(listener.failures).isEmpty();
    }

    @Test
    void messages_after_the_response_do_not_give_the_stream_more_time() {
        FakeCall call = sendAndStartStream().respondData("data: result\n\n");
        fixture.timer.advance(STREAM_END.dividedBy(2));
        call.respondData("data: second result\n\n");
        fixture.timer.advance(STREAM_END.dividedBy(2));
        assertThat(call.isAborted()).isTrue();
    }

    @Test
    void a_stream_that_breaks_after_the_response_is_not_a_failure() {
        sendAndStartStream().respondData("data: result\n\n").fail(new IOException("reset"));
        assertThat(listener.failures).isEmpty();
        assertThat(fixture.timer.delays()).isEmpty();
    }

    @Test
    void a_stream_with_an_id_that_ends_after_the_response_is_not_resumed() {
        sendAndStartStream().respondData("id: e1\ndata: result\n\n").respondEnd();
        fixture.timer.advance(Duration.ofMinutes(1));
        assertThat(fixture.calls("GET")).as("the standalone stream only").hasSize(1);
    }

    @Test
    void a_response_that_arrived_elsewhere_gives_the_stream_two_more_seconds_once() {
        FakeCall call = sendAndStartStream();
        fixture.transport.onResponseElsewhere(FIRST);
        fixture.timer.advance(STREAM_END.dividedBy(2));
        fixture.transport.onResponseElsewhere(FIRST);
        fixture.timer.advance(STREAM_END.dividedBy(2));
        assertThat(call.isAborted()).isTrue();
        assertThat(listener.events).isEmpty();
    }

    @Test
    void a_response_that_arrived_elsewhere_makes_the_end_of_the_stream_regular() {
        FakeCall call = sendAndStartStream();
        fixture.transport.onResponseElsewhere(FIRST);
        call.respondEnd();
        assertThat(listener.events).isEmpty();
        assertThat(fixture.timer.delays()).isEmpty();
    }

    @Test
    void an_abandoned_request_aborts_its_call_and_reports_nothing_more() {
        FakeCall call = sendAndStartStream();
        assertThat(fixture.transport.abandon(FIRST)).as("notifies the server").isFalse();
        assertThat(call.isAborted()).isTrue();
        assertThat(listener.events).isEmpty();
    }

    @Test
    void a_stream_without_an_id_that_ends_before_the_response_fails_the_request() {
        sendAndStartStream().respondData("data: progress\n\n").respondEnd();
        assertFailedWith(ConnectionFailedException.class);
        assertThat(fixture.calls("GET")).hasSize(1);
    }

    @Test
    void a_broken_stream_is_resumed_after_its_last_event_and_delivers_the_response() {
        sendAndStartStream().respondData("id: e1\ndata:\n\n").fail(new IOException("reset"));
        assertThat(listener.failures).isEmpty();
        fixture.timer.advance(Duration.ofSeconds(1));
        FakeCall resumed = fixture.http.last();
        assertThat(resumed.request.headers()).containsEntry("Last-Event-ID", "e1");
        startStream(resumed).respondData("data: result\n\n").respondEnd();
        assertThat(listener.events).containsExactly("result");
    }

    @Test
    void a_request_that_is_abandoned_while_it_waits_to_resume_is_not_resumed() {
        sendAndStartStream().respondData("id: e1\ndata:\n\n").respondEnd();
        fixture.transport.abandon(FIRST);
        fixture.timer.advance(Duration.ofHours(1));
        assertThat(fixture.calls("GET")).as("the standalone stream only").hasSize(1);
    }

    @Test
    void a_response_elsewhere_while_it_waits_to_resume_ends_the_exchange_without_a_resumption() {
        sendAndStartStream().respondData("id: e1\ndata:\n\n").respondEnd();
        fixture.transport.onResponseElsewhere(FIRST);
        fixture.timer.advance(Duration.ofHours(1));
        assertThat(fixture.calls("GET")).as("the standalone stream only").hasSize(1);
        assertThat(listener.events).isEmpty();
    }

    @Test
    void attempts_to_resume_end_after_the_limit_and_fail_the_request_once() {
        sendAndStartStream().respondData("id: e1\ndata:\n\n").respondEnd();
        for (int i = 0; i < 2; i++) {
            fixture.timer.advance(Duration.ofSeconds(30));
            fixture.http.last().fail(new IOException("down"));
        }
        assertFailedWith(ConnectionFailedException.class);
        assertThat(fixture.timer.delays()).isEmpty();
        assertThat(fixture.calls("GET")).as("with the standalone stream").hasSize(3);
    }

    @Test
    void a_server_that_rejects_the_resumption_is_not_asked_again() {
        sendAndStartStream().respondData("id: e1\ndata:\n\n").respondEnd();
        fixture.timer.advance(Duration.ofSeconds(1));
        fixture.http.last().respond(400, "text/plain", "no");
        assertFailedWith(ConnectionFailedException.class);
        assertThat(fixture.timer.delays()).isEmpty();
    }

    @Test
    void a_session_that_is_lost_during_the_resumption_does_not_allow_to_repeat_the_request() {
        sendAndStartStream().respondData("id: e1\ndata:\n\n").respondEnd();
        fixture.timer.advance(Duration.ofSeconds(1));
        fixture.http.last().respond(404, "text/plain", "gone");
        assertThat(listener.failures).singleElement().isNotInstanceOf(SessionLostException.class);
        assertThat(fixture.transport.isOpen()).isFalse();
    }

    @Test
    void a_404_in_a_session_fails_the_request_as_not_executed() {
        fixture.performHandshake(405);
        FakeCall call = fixture.send(1);
        call.respondHead(404);
        assertFailedWith(SessionLostException.class);
        assertThat(call.isAborted()).isTrue();
        assertThat(fixture.transport.isOpen()).isFalse();
    }

    @Test
    void a_404_without_a_session_is_an_ordinary_error_status() {
        fixture.send(1).respond(404, "text/plain", "nothing here");
        assertFailedWith(HttpStatusException.class);
        assertThat(fixture.transport.isOpen()).isTrue();
    }

    @Test
    void a_body_that_is_not_the_response_fails_the_request() {
        fixture.send(1).respond(200, "application/json", "something else");
        assertFailedWith(InvalidResponseException.class);
    }

    @Test
    void a_body_of_another_type_is_quoted_in_the_failure() {
        fixture.send(1).respond(200, "text/html", "<h1>Login</h1>");
        assertFailedWith(InvalidResponseException.class);
        assertThat(listener.failures.get(0)).hasMessageContaining("text/html").hasMessageContaining("Login");
    }
}
