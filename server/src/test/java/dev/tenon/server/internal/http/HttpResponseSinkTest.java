package dev.tenon.server.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.jsonrpc.Response;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.server.FakeRequestHead;
import dev.tenon.server.Limits;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.http.HttpRequestHead;
import dev.tenon.server.http.RequestAuthenticator;
import dev.tenon.server.internal.RecordingHttpResponse;
import dev.tenon.server.internal.limit.EventMemoryBudget;
import dev.tenon.server.internal.limit.LimitHitCounters;
import dev.tenon.transport.ChannelLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class HttpResponseSinkTest {
    private static final Notification LOG = new Notification("notifications/message", null);
    private static final Response RESULT = new Response.Success(RequestId.of(1), Json.EMPTY_OBJECT);
    private static final String RESULT_TEXT = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}";

    private final ChannelLimits limits = new ChannelLimits(1 << 20, 1, 1000, Duration.ofMinutes(1));
    private final LimitHitCounters counters = new LimitHitCounters();
    private final HttpStreamSupervisor streams = new HttpStreamSupervisor(limits, Duration.ofMinutes(1), counters);
    private final RecordingHttpResponse response = new RecordingHttpResponse();
    private final List<String> events = new ArrayList<>();
    private final HttpResponseSink sink = sink(new ScopeAuthenticator(), false);

    /** Denies access with the needed scopes in a header. */
    private static class ScopeAuthenticator implements RequestAuthenticator {
        @Override
        public AuthenticationResult authenticate(HttpRequestHead head) {
            throw new AssertionError("The request is authenticated already");
        }

        @Override
        public Set<String> requiredScopes() {
            return Set.of("base");
        }

        @Override
        public AccessDenial denyAccess(HttpRequestHead head, CallerPrincipal principal, Set<String> needed) {
            return new AccessDenial(403, Map.of("Needed", String.join(" ", needed)));
        }
    }

    private HttpResponseSink sink(RequestAuthenticator authenticator, boolean emptyStreamWhenAbandoned) {
        return sink(authenticator, () -> new StatelessSseStream(streams.open(response)), emptyStreamWhenAbandoned);
    }

    private HttpResponseSink sink(
            RequestAuthenticator authenticator,
            Supplier<SseMessageStream> streamFactory,
            boolean emptyStreamWhenAbandoned) {
        AuthenticatedHttpRequest request = new AuthenticatedHttpRequest(
                FakeRequestHead.json("POST", null),
                new CallerPrincipal("alice"),
                response,
                new AuthenticatedHttpRequest.EndpointAccessPolicy(null, authenticator, null));
        return new HttpResponseSink(
                request,
                streamFactory,
                code -> code == ErrorCode.BUSY ? 429 : code == ErrorCode.INVALID_PARAMS ? 400 : 200,
                emptyStreamWhenAbandoned);
    }

    private static Response error(int code) {
        return new Response.Failure(RequestId.of(1), new RpcError(code, "no"));
    }

    @Test
    void a_response_without_preceding_messages_is_plain_json() {
        sink.sendResponse(RESULT);

        assertThat(response.sent()).containsExactly("200 " + RESULT_TEXT);
        assertThat(response.openedCount()).isZero();
    }

    @Test
    void the_first_notification_turns_the_response_into_a_stream() {
        response.stream().read(true);
        sink.send(LOG);
        sink.send(LOG);
        sink.sendResponse(RESULT);

        assertThat(response.openedCount()).isOne();
        assertThat(response.sent()).isEmpty();
        assertThat(response.stream().text()).endsWith("data: " + RESULT_TEXT + "\n\n");
        assertThat(response.stream().ends()).containsExactly("end");
    }

    @Test
    void the_response_is_sent_even_if_the_stream_is_full() {
        assertThat(sink.trySendNotification(LOG)).isTrue();
        assertThat(sink.trySendNotification(LOG)).isFalse();
        sink.sendResponse(RESULT);

        assertThat(response.stream().parts()).hasSize(2);
    }

    @Test
    void a_stream_that_cannot_be_opened_leaves_a_plain_response_possible() {
        response.failToOpen();
        assertThatThrownBy(() -> sink.send(LOG)).hasMessage("the container failed");

        sink.sendResponse(RESULT);

        assertThat(response.sent()).containsExactly("200 " + RESULT_TEXT);
    }

    @Test
    void after_the_response_messages_are_dropped() {
        sink.sendResponse(RESULT);
        sink.send(LOG);

        assertThat(sink.trySendNotification(LOG)).as("nothing to wait for").isTrue();
        assertThat(response.openedCount()).isZero();
    }

    @Test
    void after_the_response_in_a_session_there_is_nothing_to_wait_for() {
        ResumableSseStream stream = new SessionEventStore(
                        Limits.DEFAULT.queue(), new EventMemoryBudget(1000, counters), "caller")
                .createStream();
        stream.attachFirstReader(streams.open(response), false);
        HttpResponseSink sessionSink = sink(new ScopeAuthenticator(), () -> stream, true);
        sessionSink.send(LOG);
        sessionSink.sendResponse(RESULT);

        assertThat(sessionSink.trySendNotification(LOG)).isTrue();
        assertThat(response.stream().parts()).hasSize(2);
    }

    @Test
    void a_second_response_is_an_error_of_the_caller() {
        sink.sendResponse(RESULT);

        assertThatThrownBy(() -> sink.sendResponse(RESULT)).hasMessage("The response was already sent");
        assertThatThrownBy(sink::abandon).hasMessage("The response was already sent");
        assertThat(response.sent()).hasSize(1);
    }

    @Test
    void an_abandoned_stateless_request_gets_a_status_without_a_body() {
        sink.abandon();

        assertThat(response.sent()).containsExactly("503");
    }

    @Test
    void an_abandoned_request_of_a_session_gets_an_empty_stream() {
        sink(new ScopeAuthenticator(), true).abandon();

        assertThat(response.openedCount()).isOne();
        assertThat(response.stream().parts()).isEmpty();
        assertThat(response.stream().ends()).containsExactly("end");
    }

    @Test
    void an_abandoned_stream_ends_without_a_response() {
        sink.send(LOG);
        sink.abandon();

        assertThat(response.stream().parts()).hasSize(1);
        assertThat(response.stream().ends()).containsExactly("end");
    }

    @Test
    void an_error_that_has_a_status_tells_a_busy_client_when_to_try_again() {
        sink.sendResponse(error(ErrorCode.BUSY));

        assertThat(response.sent().get(0)).startsWith("429 ");
        assertThat(response.headers()).containsEntry("Retry-After", "1");
    }

    @Test
    void an_error_with_status_200_has_the_headers_of_a_result() {
        sink.sendResponse(error(ErrorCode.INTERNAL_ERROR));

        assertThat(response.headers()).containsOnlyKeys("Content-Type");
    }

    @Test
    void a_forbidden_request_names_all_needed_scopes() {
        sink.markForbidden(Set.of("admin"));
        sink.sendResponse(error(ErrorCode.FORBIDDEN));

        assertThat(response.sent().get(0)).startsWith("403 {");
        assertThat(response.headers()).containsEntry("Needed", "admin base");
    }

    @Test
    void a_forbidden_request_is_rejected_even_if_the_authenticator_fails() {
        HttpResponseSink failing = sink(
                new ScopeAuthenticator() {
                    @Override
                    public AccessDenial denyAccess(
                            HttpRequestHead head, CallerPrincipal principal, Set<String> needed) {
                        throw new IllegalStateException("an authenticator");
                    }
                },
                false);
        failing.markForbidden(Set.of("admin"));
        failing.sendResponse(error(ErrorCode.FORBIDDEN));

        assertThat(response.sent().get(0)).startsWith("403 {");
    }

    @Test
    void an_action_that_waits_for_capacity_runs_when_the_client_disconnects() {
        sink.send(LOG);
        sink.onWritable(() -> events.add("writable"));
        response.disconnect();

        assertThat(events).containsExactly("writable");
    }
}
