package dev.tenon.server.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.ElicitAction;
import dev.tenon.model.Methods;
import dev.tenon.server.Limits;
import dev.tenon.server.StateEncryptionKeys;
import dev.tenon.server.call.ClientInputRequest;
import dev.tenon.server.call.ClientInputResponses;
import dev.tenon.server.internal.RecordingResponseSink;
import dev.tenon.server.internal.TestCalls;
import dev.tenon.server.internal.dispatch.MultiRoundInputRequester.InputRequiredSignal;
import dev.tenon.server.internal.request.ActiveCall;
import dev.tenon.server.internal.request.RequestStateCodec;
import dev.tenon.server.internal.request.RequestStateCodec.RoundState;
import dev.tenon.server.internal.request.RequestStateCodec.StateBinding;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class MultiRoundInputRequesterTest {
    private static final Json FORM = Json.parse("""
            {"type":"object","properties":{"size":{"type":"integer"}},"required":["size"]}""");
    private static final Json SEVEN = Json.parse("{\"action\":\"accept\",\"content\":{\"size\":7}}");
    private static final Json EIGHT = Json.parse("{\"action\":\"accept\",\"content\":{\"size\":8}}");
    private static final Json INVALID = Json.parse("{\"action\":\"accept\",\"content\":{\"size\":\"large\"}}");
    private static final StateBinding BINDING = new StateBinding("alice", () -> "digest");

    private final RequestStateCodec codec = new RequestStateCodec(StateEncryptionKeys.generate(), Limits.DEFAULT);
    private final ClientInputRequest<Json> first = ClientInputRequest.form("First?", FORM);
    private final ClientInputRequest<Json> second = ClientInputRequest.form("Second?", FORM);

    private MultiRoundInputRequester requester(Map<String, Json> responses, RoundState state) {
        return new MultiRoundInputRequester(codec, BINDING, responses, state);
    }

    private static RoundState empty() {
        return new RoundState(Map.of(), Map.of());
    }

    private static ActiveCall call() {
        return TestCalls.of(new RecordingResponseSink(), TestCalls.statelessSource(null, null), Methods.CALL_TOOL);
    }

    private ClientInputResponses requestBoth(MultiRoundInputRequester requester) {
        Map<String, ClientInputRequest<?>> requests = new LinkedHashMap<>();
        requests.put("first", first);
        requests.put("second", second);
        return requester.requestInputs(requests, call());
    }

    private Set<String> missingOf(MultiRoundInputRequester requester) {
        try {
            requestBoth(requester);
        } catch (InputRequiredSignal signal) {
            return signal.inputRequests().keySet();
        }
        return Set.of();
    }

    /** Returns the state that the client sends back after this round. */
    private RoundState nextState(MultiRoundInputRequester requester) {
        String sealed = requester
                .inputRequiredResult(Map.of("second", second.inputRequest()))
                .requestState();
        return codec.open(BINDING, sealed);
    }

    @Test
    void only_inputs_without_a_response_are_requested() {
        assertThat(missingOf(requester(Map.of(), empty()))).containsExactly("first", "second");
        assertThat(missingOf(requester(Map.of("first", SEVEN), empty()))).containsExactly("second");
    }

    @Test
    void responses_of_earlier_rounds_are_kept_in_the_state() {
        MultiRoundInputRequester firstRound = requester(Map.of("first", SEVEN), empty());
        missingOf(firstRound);

        ClientInputResponses responses = requestBoth(requester(Map.of("second", EIGHT), nextState(firstRound)));

        assertThat(responses.get(first).orElseThrow().get("size")).isEqualTo(Json.of(7));
        assertThat(responses.get(second).orElseThrow().get("size")).isEqualTo(Json.of(8));
    }

    @Test
    void a_response_of_an_earlier_round_cannot_be_replaced() {
        RoundState state = new RoundState(Map.of("first", SEVEN), Map.of());
        Map<String, Json> replaced = Map.of("first", EIGHT, "second", EIGHT);

        ClientInputResponses responses = requestBoth(requester(replaced, state));

        assertThat(responses.get(first).orElseThrow().get("size")).isEqualTo(Json.of(7));
    }

    @Test
    void a_declined_input_is_a_response() {
        Json declined = Json.parse("{\"action\":\"decline\"}");

        ClientInputResponses responses = requestBoth(requester(Map.of("first", declined, "second", SEVEN), empty()));

        assertThat(responses.get(first).action()).isEqualTo(ElicitAction.DECLINE);
        assertThat(responses.get(first).value()).isEmpty();
    }

    @Test
    void an_invalid_response_is_rejected_and_not_kept() {
        MultiRoundInputRequester requester = requester(Map.of("first", INVALID), empty());

        assertThatThrownBy(() -> requestBoth(requester))
                .isInstanceOfSatisfying(
                        RpcException.class, e -> assertThat(e.error().code()).isEqualTo(ErrorCode.INVALID_PARAMS))
                .hasMessageContaining("params.inputResponses.first");
        assertThat(nextState(requester).responses()).isEmpty();
    }

    @Test
    void a_value_is_computed_in_the_first_round_only() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        MultiRoundInputRequester firstRound = requester(Map.of(), empty());
        firstRound.computeOnce("price", Integer.class, runs::incrementAndGet);
        firstRound.computeOnce("price", Integer.class, runs::incrementAndGet);

        MultiRoundInputRequester secondRound = requester(Map.of(), nextState(firstRound));

        assertThat(secondRound.computeOnce("price", Integer.class, runs::incrementAndGet))
                .isOne();
        assertThat(runs).hasValue(1);
    }

    @Test
    void work_that_fails_is_repeated() throws Exception {
        MultiRoundInputRequester requester = requester(Map.of(), empty());
        assertThatThrownBy(() -> requester.computeOnce("price", Integer.class, () -> {
                    throw new IllegalStateException("no price");
                }))
                .hasMessage("no price");

        assertThat(requester.computeOnce("price", Integer.class, () -> 42)).isEqualTo(42);
    }

    @Test
    void the_signal_is_not_caught_as_an_exception_and_has_no_stack_trace() {
        InputRequiredSignal signal = new InputRequiredSignal(Map.of());

        assertThat(signal).isNotInstanceOf(Exception.class);
        assertThat(signal.getStackTrace()).isEmpty();
    }
}
