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
import dev.tenon.server.internal.request.RequestStateCodec.RoundState;
import dev.tenon.server.internal.request.RequestStateCodec.StateBinding;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * Requests input through a retry of the client (2026-07-28, basic/patterns/mrtr). An input request without a response
 * in this request or in the state of earlier rounds ends the handler; the state stores the responses so far.
 *
 * @param inputResponses the responses in this request
 * @param state the responses and values of earlier rounds
 */
record MultiRoundInputRequester(
        RequestStateCodec codec, StateBinding binding, Map<String, Json> inputResponses, RoundState state)
        implements InputRequester {
    @Override
    public ClientInputResponses requestInputs(Map<String, ? extends ClientInputRequest<?>> requests, ActiveCall call) {
        Map<ClientInputRequest<?>, ClientInputResponse<?>> known = new LinkedHashMap<>();
        Map<String, InputRequest> unknown = new LinkedHashMap<>();
        requests.forEach((key, request) -> {
            Json response = state.responses().getOrDefault(key, inputResponses.get(key));
            if (response == null) {
                unknown.put(key, request.inputRequest());
            } else {
                known.put(request, decodeResponse(key, request, response, call));
                state.responses().put(key, response);
            }
        });
        if (!unknown.isEmpty()) {
            throw new InputRequiredSignal(unknown);
        }
        return new ClientInputResponses(known);
    }

    private static <T> ClientInputResponse<T> decodeResponse(
            String key, ClientInputRequest<T> request, Json response, ActiveCall call) {
        try {
            StatelessCodec codec = (StatelessCodec) call.context().codec();
            return request.readResponse(
                    codec.decodeInputResponse(request.inputRequest().method(), key, response));
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

    /** Returns the result that sends the input requests to the client. */
    InputRequired inputRequiredResult(Map<String, InputRequest> inputRequests) {
        return InputRequired.of(inputRequests, codec.seal(binding, state));
    }

    /**
     * Ends a handler whose input request has to be sent to the client (2026-07-28, basic/patterns/mrtr). It is an
     * {@code Error}, so that {@code catch (Exception)} in a handler does not catch it, and has no stack trace, because
     * it is not a failure.
     */
    static final class InputRequiredSignal extends Error {
        private static final long serialVersionUID = 1L;

        private final transient Map<String, InputRequest> inputRequests;

        InputRequiredSignal(Map<String, InputRequest> inputRequests) {
            super("input required", null, false, false);
            this.inputRequests = inputRequests;
        }

        Map<String, InputRequest> inputRequests() {
            return inputRequests;
        }
    }
}
