package dev.tenon.server.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.MessageReadResult.MalformedResponse;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.jsonrpc.Response;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.model.CreateMessage;
import dev.tenon.model.ElicitAction;
import dev.tenon.model.Meta;
import dev.tenon.model.Methods;
import dev.tenon.model.SamplingMessage;
import dev.tenon.server.Limits;
import dev.tenon.server.call.ClientInputException;
import dev.tenon.server.call.ClientInputRequest;
import dev.tenon.server.internal.ManualExecutor;
import dev.tenon.server.internal.RecordingResponseSink;
import dev.tenon.server.internal.RecordingSessionSink;
import dev.tenon.server.internal.TestRequestExecutions;
import dev.tenon.server.internal.TestSessions;
import dev.tenon.server.internal.TestSettings;
import dev.tenon.server.internal.limit.LimitHitCounters;
import dev.tenon.server.internal.request.ActiveCall;
import dev.tenon.server.internal.request.ChangeBroadcaster;
import dev.tenon.server.internal.request.RequestSource;
import dev.tenon.server.internal.request.ServerSession;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The client responds on the thread of the handler, while the request is being sent. */
class SessionInputRequesterTest {
    private static final int USER_REJECTED = -1;

    private final ChangeBroadcaster broadcaster =
            new ChangeBroadcaster(Limits.DEFAULT, new LimitHitCounters(), uri -> Set.of(), new ManualExecutor());
    private final ServerSession session = TestSessions.of(broadcaster, new RecordingSessionSink());
    private final RecordingResponseSink sink = new RecordingResponseSink();
    private final ClientInputRequest<Json> form = ClientInputRequest.form("Size?", Json.parse("""
            {"type":"object","properties":{"size":{"type":"integer"}},"required":["size"]}"""));
    private final ClientInputRequest<Json> url = ClientInputRequest.url("Visit", URI.create("https://example.com/"));

    private ActiveCall call(Duration timeout) {
        RequestSource source =
                new RequestSource(session.codec(), session, "caller", null, Set.of(), session, null, null);
        return new ActiveCall(
                TestRequestExecutions.of(1, sink, source),
                Methods.CALL_TOOL,
                Json.EMPTY_OBJECT,
                Meta.EMPTY,
                new SessionInputRequester(session),
                TestSettings.of(
                        Limits.DEFAULT.toBuilder().clientInputTimeout(timeout).build()),
                null);
    }

    private final ActiveCall call = call(Duration.ofMinutes(1));

    private void onRequest(Consumer<Request> action) {
        sink.onSend(message -> action.accept((Request) message));
    }

    private void respond(String result) {
        onRequest(request -> assertThat(
                        session.requestCorrelator().onResponse(new Response.Success(request.id(), Json.parse(result))))
                .isTrue());
    }

    private void respondWithError(int code) {
        onRequest(request -> session.requestCorrelator()
                .onResponse(new Response.Failure(request.id(), new RpcError(code, "no thanks"))));
    }

    private void assertFails(ClientInputRequest<?> request, String message) {
        assertThatThrownBy(() -> call.requestInput("key", request))
                .isInstanceOf(ClientInputException.class)
                .hasMessageContaining(message);
        assertThat(session.requestCorrelator().pendingCount()).isZero();
    }

    @Test
    void a_response_that_arrives_while_the_request_is_sent_is_returned() {
        respond("{\"action\":\"accept\",\"content\":{\"size\":7}}");

        assertThat(call.requestInput("key", form).orElseThrow().get("size")).isEqualTo(Json.of(7));
    }

    @Test
    void a_declined_form_has_no_value() {
        respond("{\"action\":\"decline\"}");

        assertThat(call.requestInput("key", form).action()).isEqualTo(ElicitAction.DECLINE);
    }

    @Test
    void a_response_of_the_wrong_structure_fails_the_request() {
        respond("{\"action\":\"perhaps\"}");

        assertFails(form, "The client sent an invalid response");
    }

    @Test
    void a_malformed_response_fails_the_request() {
        onRequest(request -> session.requestCorrelator().onResponse(new MalformedResponse("no result", request.id())));

        assertFails(form, "no result");
    }

    @Test
    void a_user_who_rejects_sampling_declines() {
        respondWithError(USER_REJECTED);
        CreateMessage message = CreateMessage.of(10, SamplingMessage.user("Hello"));

        assertThat(call.requestInput("key", ClientInputRequest.sampling(message))
                        .action())
                .isEqualTo(ElicitAction.DECLINE);
    }

    @Test
    void the_code_of_rejected_sampling_is_an_error_for_a_form() {
        respondWithError(USER_REJECTED);

        assertFails(form, "The client responded with an error: no thanks");
    }

    @Test
    void a_client_that_does_not_respond_in_time_fails_the_request() {
        assertThatThrownBy(() -> call(Duration.ZERO).requestInput("key", form))
                .isInstanceOf(ClientInputException.class)
                .hasMessageContaining("The client did not respond");
    }

    @Test
    void the_end_of_the_session_fails_the_request() {
        onRequest(request -> session.end());
        assertFails(form, "The client did not respond");

        assertFails(form, "The connection is closed");
    }

    @Test
    void a_cancelled_handler_stops_to_wait_and_stays_interrupted() {
        onRequest(request -> Thread.currentThread().interrupt());
        assertFails(form, "Cancelled while waiting for the client");

        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void each_url_has_a_new_elicitation_id() {
        List<Json> ids = new ArrayList<>();
        onRequest(request -> {
            ids.add(request.params().get("elicitationId"));
            session.requestCorrelator()
                    .onResponse(new Response.Success(request.id(), Json.parse("{\"action\":\"accept\"}")));
        });
        call.requestInput("key", url);
        call.requestInput("key", url);

        assertThat(ids).doesNotContainNull().doesNotHaveDuplicates().hasSize(2);
    }

    @Test
    void a_request_that_the_client_does_not_support_is_not_sent() {
        assertThatThrownBy(() -> call.requestInputs(Map.of("a", form, "b", ClientInputRequest.roots())))
                .hasMessageContaining("roots");
        assertThat(sink.sent()).isEmpty();
    }

    @Test
    void a_response_to_another_request_is_dropped() {
        assertThat(session.requestCorrelator().onResponse(new Response.Success(RequestId.of(99), Json.EMPTY_OBJECT)))
                .isFalse();
    }
}
