package dev.tenon.guard.internal.stateless;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.RawResponse;
import dev.tenon.client.error.CallTimeoutException;
import dev.tenon.codec.HandshakeCodec;
import dev.tenon.codec.ParamsException;
import dev.tenon.codec.ProtocolCodec;
import dev.tenon.guard.internal.concurrent.GuardRuntime;
import dev.tenon.guard.internal.forwarder.CallPipeline;
import dev.tenon.guard.internal.forwarder.FakePipelines;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.Implementation;
import dev.tenon.model.Methods;
import dev.tenon.model.Revision;
import dev.tenon.server.forwarder.ForwardedCall;
import dev.tenon.server.forwarder.ResponseCallback;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The orders of requests, input responses, outcomes and cancellations; all on the thread of the test. */
@Timeout(10)
class SuspendableCallTest {
    private static final ProtocolCodec DOWNSTREAM =
            ProtocolCodec.of(Revision.V2026_07_28, Implementation.of("upstream", "1"));
    private static final ProtocolCodec UPSTREAM = HandshakeCodec.of(Revision.V2025_11_25);
    private static final Json PARAMS = Json.parse("{\"name\":\"tool\"}");
    private static final Json INPUT_PARAMS =
            Json.parse("{\"message\":\"m\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{}}}");
    private static final Json ACCEPTED = Json.parse("{\"action\":\"accept\",\"content\":{}}");
    private static final RawResponse RESULT = new RawResponse(UPSTREAM, Json.parse("{\"content\":[]}"));

    private final GuardRuntime runtime = new GuardRuntime();
    private final SuspendedCalls suspended = new SuspendedCalls(1, Duration.ofMinutes(5), runtime);
    private final AtomicInteger releaseCount = new AtomicInteger();
    private final ClientRequest first = new ClientRequest();
    private final ClientRequest second = new ClientRequest();
    private final SuspendableCall call = newCall(first);

    /** A request of the client and its outcome. */
    private static final class ClientRequest implements ResponseCallback {
        private final List<Json> results = new ArrayList<>();
        private final List<Throwable> failures = new ArrayList<>();
        private Map<String, Json> inputResponses = Map.of();
        private Consumer<Json> resultAction = result -> {};
        private final CallPipeline pipeline = FakePipelines.pipeline(Methods.CALL_TOOL, PARAMS, createCall(), this);

        private ForwardedCall createCall() {
            return FakePipelines.call(Map.of(
                    "clientCapabilities", arguments -> ClientCapabilities.NONE.withElicitation(true, false),
                    "revision", arguments -> Revision.V2026_07_28,
                    "inputResponses", arguments -> inputResponses,
                    "encodeInputRequired",
                            arguments -> Json.EMPTY_OBJECT
                                    .withMember(
                                            "keys",
                                            Json.of(((Map<?, ?>) arguments[0])
                                                    .keySet()
                                                    .toString()))
                                    .withMember("requestState", (Json) arguments[1])));
        }

        @Override
        public void complete(Json result) {
            results.add(result);
            resultAction.accept(result);
        }

        @Override
        public void fail(Throwable cause) {
            failures.add(cause);
        }

        @Override
        public void onCompletion(Runnable action) {
            throw new AssertionError("the pipeline is not started");
        }

        boolean isPending() {
            return results.isEmpty() && failures.isEmpty();
        }
    }

    private SuspendableCall newCall(ClientRequest request) {
        return new SuspendableCall(
                PARAMS, DOWNSTREAM, FakePipelines.lease(releaseCount::incrementAndGet), suspended, request.pipeline);
    }

    /** Lets the first request wait, as at the start of a call, but without sending a request. */
    private void attachFirst() {
        call.resume(first.pipeline);
    }

    private Json requestInput() throws InterruptedException {
        return call.forwardServerRequest(Methods.ELICIT, INPUT_PARAMS, UPSTREAM);
    }

    private SuspendableCall take(@Nullable Json state) {
        return suspended.takeOrThrow(state, any -> true);
    }

    /** Lets the client respond to the input request of the first request with the second one. */
    private void respondWithSecond(Json response) {
        first.resultAction = result -> {
            second.inputResponses = Map.of("question-1", response);
            take(result.get("requestState")).resume(second.pipeline);
        };
    }

    @AfterEach
    void close() {
        runtime.close();
    }

    @Test
    void a_call_without_input_requests_responds_to_its_request_and_releases_its_connection_once() {
        attachFirst();
        assertThat(first.isPending()).isTrue();
        call.onResponse(RESULT);

        assertThat(first.results).hasSize(1);
        assertThat(releaseCount).hasValue(1);
    }

    @Test
    void the_input_response_reaches_the_upstream_and_the_result_the_second_request() throws Exception {
        respondWithSecond(ACCEPTED);
        attachFirst();
        assertThat(requestInput().string("action")).isEqualTo("accept");
        assertThat(second.isPending()).isTrue();
        assertThat(releaseCount).hasValue(0);

        call.onResponse(RESULT);
        assertThat(first.results).hasSize(1);
        assertThat(second.results).hasSize(1);
    }

    @Test
    void an_outcome_that_arrives_while_the_call_is_suspended_waits_for_the_next_request() throws Exception {
        first.resultAction = result -> {
            call.onFailure(new CallTimeoutException("expected by the test"));
            assertThat(releaseCount).hasValue(1);
            take(result.get("requestState")).resume(second.pipeline);
            call.cancel("expected by the test");
        };
        attachFirst();

        assertThatThrownBy(this::requestInput).isInstanceOf(RpcException.class);
        assertThat(first.results).hasSize(1);
        assertThat(second.failures).hasSize(1);
    }

    @Test
    void the_cancellation_of_a_request_that_has_its_response_does_not_cancel_the_call() throws Exception {
        first.resultAction = result -> {
            first.pipeline.cancellation().cancel("late");
            second.inputResponses = Map.of("question-1", ACCEPTED);
            take(result.get("requestState")).resume(second.pipeline);
        };
        attachFirst();

        assertThat(requestInput().string("action")).isEqualTo("accept");
        assertThat(first.failures).isEmpty();
    }

    @Test
    void the_cancellation_of_the_waiting_request_fails_it_and_drops_a_later_outcome() {
        attachFirst();
        first.pipeline.cancellation().cancel("the client has left");
        assertThat(first.failures).hasSize(1);

        call.onResponse(RESULT);
        assertThat(first.results).isEmpty();
        assertThat(first.failures).hasSize(1);
        assertThat(releaseCount).hasValue(1);
    }

    @Test
    void a_request_that_was_cancelled_before_it_waits_fails() {
        first.pipeline.cancellation().cancel("the client has left");
        attachFirst();

        assertThat(first.failures).hasSize(1);
        assertThat(call.currentDownstream()).isNull();
    }

    @Test
    void a_call_beyond_the_limit_is_cancelled_and_its_request_is_busy() {
        suspended.add(newCall(new ClientRequest()));
        attachFirst();

        assertThatThrownBy(this::requestInput).hasMessageContaining("did not respond");
        assertThat(first.results).isEmpty();
        assertThat(first.failures).singleElement().isInstanceOfSatisfying(RpcException.class, e -> assertThat(
                        e.error().code())
                .isEqualTo(ErrorCode.BUSY));
        assertThat(runtime.limitCounts()).containsEntry(GuardRuntime.SUSPENDED_CALLS, 1L);
    }

    @Test
    void an_invalid_input_response_leaves_the_call_suspended() throws Exception {
        first.resultAction = result -> {
            Json state = result.get("requestState");
            second.inputResponses = Map.of("question-1", Json.parse("{\"action\":\"unknown\"}"));
            SuspendableCall taken = take(state);
            assertThatThrownBy(() -> taken.resume(second.pipeline)).isInstanceOf(ParamsException.class);
            second.inputResponses = Map.of("question-1", ACCEPTED);
            take(state).resume(second.pipeline);
        };
        attachFirst();

        assertThat(requestInput().string("action")).isEqualTo("accept");
    }

    @Test
    void a_request_without_the_input_response_gets_the_input_request_again() throws Exception {
        second.resultAction = result -> {
            ClientRequest third = new ClientRequest();
            third.inputResponses = Map.of("question-1", ACCEPTED);
            take(result.get("requestState")).resume(third.pipeline);
        };
        first.resultAction = result -> take(result.get("requestState")).resume(second.pipeline);
        attachFirst();

        assertThat(requestInput().string("action")).isEqualTo("accept");
        assertThat(second.results).isEqualTo(first.results);
    }

    @Test
    void a_call_that_is_not_resumed_in_time_is_cancelled_and_makes_room() {
        first.resultAction = result -> {
            suspended.cancelExpired();
            call.deadline = System.nanoTime() - 1;
            suspended.cancelExpired();
            assertThatThrownBy(() -> take(result.get("requestState"))).hasMessageContaining("timed out");
        };
        attachFirst();

        assertThatThrownBy(this::requestInput).hasMessageContaining("did not respond");
        assertThat(first.failures).isEmpty();
        suspended.add(newCall(new ClientRequest()));
    }

    @Test
    void a_call_is_taken_once_and_only_by_a_permitted_client() {
        suspended.add(call);
        Json state = Json.of(call.id);
        assertThatThrownBy(() -> suspended.takeOrThrow(state, any -> false)).isInstanceOf(RpcException.class);
        assertThat(take(state)).isSameAs(call);

        assertThatThrownBy(() -> take(state)).isInstanceOf(RpcException.class);
        suspended.add(call);
        assertThatThrownBy(() -> suspended.add(newCall(new ClientRequest()))).isInstanceOf(RpcException.class);
    }
}
