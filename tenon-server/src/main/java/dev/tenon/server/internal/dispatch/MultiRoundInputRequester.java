package dev.tenon.server.internal.dispatch;

import dev.tenon.codec.StatelessCodec;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.InputRequest;
import dev.tenon.model.InputRequired;
import dev.tenon.server.call.ClientInputException;
import dev.tenon.server.call.ClientInputRequest;
import dev.tenon.server.call.ClientInputResponse;
import dev.tenon.server.call.ClientInputResponses;
import dev.tenon.server.internal.request.ActiveCall;
import dev.tenon.server.internal.request.InputRequester;
import dev.tenon.server.internal.request.RequestStateCodec;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * Asks by way of the client's retry (2026-07-28, basic/patterns/mrtr): a question whose answer is neither in this
 * request nor in the state of earlier rounds ends the handler, and the state remembers what is known so far.
 *
 * @param inputResponses the answers that came with this request
 * @param state what is known so far
 */
record MultiRoundInputRequester(
        RequestStateCodec codec,
        RequestStateCodec.StateBinding binding,
        Map<String, Json> inputResponses,
        RequestStateCodec.RoundState state)
        implements InputRequester {
    @Override
    public ClientInputResponses requestInputs(Map<String, ? extends ClientInputRequest<?>> asks, ActiveCall call) {
        Map<ClientInputRequest<?>, ClientInputResponse<?>> known = new LinkedHashMap<>();
        Map<String, InputRequest> unknown = new LinkedHashMap<>();
        asks.forEach((key, ask) -> {
            Json answer = state.answers().getOrDefault(key, inputResponses.get(key));
            if (answer == null) {
                unknown.put(key, ask.inputRequest());
            } else {
                known.put(ask, decodeResponse(key, ask, answer, call));
                state.answers().put(key, answer);
            }
        });
        if (!unknown.isEmpty()) {
            throw new InputRequiredSignal(unknown);
        }
        return new ClientInputResponses(known);
    }

    private static <T> ClientInputResponse<T> decodeResponse(
            String key, ClientInputRequest<T> ask, Json answer, ActiveCall call) {
        try {
            StatelessCodec wire = (StatelessCodec) call.context().codec();
            return ask.readResponse(wire.decodeInputResponse(ask.inputRequest().method(), key, answer));
        } catch (ClientInputException e) {
            throw new RpcException(
                    ErrorCode.INVALID_PARAMS, "Invalid params: params.inputResponses." + key + ": " + e.getMessage());
        }
    }

    @Override
    public <T> T computeOnce(String key, Class<T> type, Callable<T> work) throws Exception {
        Json known = state.values().get(key);
        if (known != null) {
            return known.mapTo(type);
        }
        T value = work.call();
        state.values().put(key, Json.of(value));
        return value;
    }

    /** The result that sends the questions to the client. */
    InputRequired inputRequiredResult(Map<String, InputRequest> questions) {
        return InputRequired.of(questions, codec.seal(binding, state));
    }
}
