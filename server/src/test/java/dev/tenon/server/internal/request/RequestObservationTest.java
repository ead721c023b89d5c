package dev.tenon.server.internal.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.codec.HandshakeCodec;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.EmptyResult;
import dev.tenon.model.InputRequired;
import dev.tenon.model.Result;
import dev.tenon.model.Revision;
import dev.tenon.server.internal.RecordingResponseSink;
import dev.tenon.server.internal.limit.NamedTimeout;
import dev.tenon.server.observer.RequestInfo;
import dev.tenon.server.observer.RequestOutcome;
import dev.tenon.server.observer.ServerObserver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RequestObservationTest {
    private static final NamedTimeout TIMEOUT = new NamedTimeout(Duration.ofMinutes(1), "requestTimeout");

    private final List<String> events = new ArrayList<>();
    private final RecordingResponseSink sink = new RecordingResponseSink();
    private RuntimeException failure;

    private final ServerObserver observer = new ServerObserver() {
        @Override
        public void onRequestStarted(RequestInfo request) {
            record("started " + request.method() + " " + request.target());
        }

        @Override
        public void onRequestCompleted(RequestInfo request, RequestOutcome outcome) {
            record("completed " + request.target() + " " + outcome.kind());
        }
    };

    private void record(String event) {
        events.add(event);
        if (failure != null) {
            throw failure;
        }
    }

    private RequestExecution execution(ServerObserver requestObserver) {
        Request request = new Request(RequestId.of(1), "tools/call", Json.EMPTY_OBJECT);
        RequestSource source = new RequestSource(
                HandshakeCodec.of(Revision.V2025_11_25),
                new ClientProfile.RequestClientProfile(null, ClientCapabilities.NONE, null),
                "caller",
                null,
                Set.of(),
                null,
                null,
                null);
        RequestObservation observation = new RequestObservation(requestObserver, request, source);
        return new RequestExecution(request.id(), sink, observation, TIMEOUT, TIMEOUT);
    }

    private static RequestCompletion completion(RequestExecution execution, Result result) {
        return RequestCompletion.of(execution.id(), result, Json.EMPTY_OBJECT, null);
    }

    @Test
    void the_observer_gets_the_start_and_the_end_once() {
        RequestExecution execution = execution(observer);
        execution.observation().setTargetAndNotifyStarted("echo");
        execution.cancel();
        execution.tryComplete(completion(execution, EmptyResult.EMPTY));

        assertThat(events).containsExactly("started tools/call echo", "completed echo CANCELLED");
    }

    @Test
    void a_request_that_ends_before_its_params_are_decoded_is_reported_as_started_first() {
        execution(observer).cancel();

        assertThat(events).containsExactly("started tools/call null", "completed null CANCELLED");
    }

    @Test
    void an_observer_that_fails_does_not_prevent_the_response() {
        failure = new IllegalStateException("an observer");
        RequestExecution execution = execution(observer);
        execution.observation().setTargetAndNotifyStarted("echo");
        execution.tryComplete(completion(execution, EmptyResult.EMPTY));

        assertThat(events).hasSize(2);
        assertThat(sink.responses()).hasSize(1);
    }

    @Test
    void a_request_is_observed_if_the_observer_fails_to_say_whether_it_observes() {
        ServerObserver undecided = new ServerObserver() {
            @Override
            public boolean isObservingRequests() {
                throw new IllegalStateException("an observer");
            }

            @Override
            public void onRequestCompleted(RequestInfo request, RequestOutcome outcome) {
                events.add("completed");
            }
        };
        execution(undecided).cancel();

        assertThat(events).containsExactly("completed");
    }

    @Test
    void an_observer_that_does_not_observe_requests_is_asked_once() {
        ServerObserver absent = new ServerObserver() {
            @Override
            public boolean isObservingRequests() {
                events.add("asked");
                return false;
            }

            @Override
            public void onRequestCompleted(RequestInfo request, RequestOutcome outcome) {
                events.add("completed");
            }
        };
        RequestExecution execution = execution(absent);
        execution.observation().setTargetAndNotifyStarted("echo");
        execution.cancel();

        assertThat(events).containsExactly("asked");
    }

    static Stream<Arguments> outcomes() {
        return Stream.of(
                Arguments.of(EmptyResult.EMPTY, "DONE"),
                Arguments.of(CallToolResult.text("x"), "DONE"),
                Arguments.of(CallToolResult.error("x"), "TOOL_ERROR"),
                Arguments.of(InputRequired.of(Map.of(), "state"), "INPUT_REQUIRED"),
                Arguments.of(raw("{}"), "DONE"),
                Arguments.of(raw("{\"isError\":true}"), "TOOL_ERROR"),
                Arguments.of(raw("{\"isError\":false}"), "DONE"),
                Arguments.of(raw("{\"isError\":\"true\"}"), "DONE"),
                Arguments.of(raw("{\"resultType\":\"input_required\"}"), "INPUT_REQUIRED"),
                Arguments.of(raw("{\"resultType\":1}"), "DONE"));
    }

    private static RawResult raw(String json) {
        return new RawResult(Json.parse(json));
    }

    @ParameterizedTest
    @MethodSource("outcomes")
    void the_outcome_follows_from_the_result(Result result, String kind) {
        RequestExecution execution = execution(observer);
        execution.tryComplete(completion(execution, result));

        assertThat(events).last().isEqualTo("completed null " + kind);
    }
}
