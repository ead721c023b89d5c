package dev.tenon.server.internal;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.InputRequest;
import dev.tenon.model.InputRequired;
import dev.tenon.server.Answer;
import dev.tenon.server.Answers;
import dev.tenon.server.Ask;
import dev.tenon.server.AskFailedException;
import dev.tenon.wire.StatelessWire;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * Asks by way of the client's retry (2026-07-28, basic/patterns/mrtr): a question whose answer is neither in this request
 * nor in the state of earlier rounds ends the handler, and the state remembers what is known so far.
 *
 * @param given the answers that came with this request
 * @param state what is known so far
 */
record RoundAsking(StateSeal seal, StateSeal.Binding binding, Map<String, Json> given, StateSeal.State state)
        implements Asking {
    @Override
    public Answers ask(Map<String, ? extends Ask<?>> asks, ActiveCall call) {
        Map<Ask<?>, Answer<?>> known = new LinkedHashMap<>();
        Map<String, InputRequest> unknown = new LinkedHashMap<>();
        asks.forEach((key, ask) -> {
            Json answer = state.answers().getOrDefault(key, given.get(key));
            if (answer == null) {
                unknown.put(key, ask.request());
            } else {
                known.put(ask, read(key, ask, answer, call));
                state.answers().put(key, answer);
            }
        });
        if (!unknown.isEmpty()) {
            throw new AskUnwind(unknown);
        }
        return new Answers(known);
    }

    private static <T> Answer<T> read(String key, Ask<T> ask, Json answer, ActiveCall call) {
        try {
            StatelessWire wire = (StatelessWire) call.scope().wire();
            return ask.read(wire.decodeInputResponse(ask.request().method(), key, answer));
        } catch (AskFailedException e) {
            throw new RpcException(
                    ErrorCode.INVALID_PARAMS, "Invalid params: params.inputResponses." + key + ": " + e.getMessage());
        }
    }

    @Override
    public <T> T once(String key, Class<T> type, Callable<T> work) throws Exception {
        Json known = state.values().get(key);
        if (known != null) {
            return known.as(type);
        }
        T value = work.call();
        state.values().put(key, Json.of(value));
        return value;
    }

    /** The result that sends the questions to the client. */
    InputRequired result(Map<String, InputRequest> questions) {
        return InputRequired.of(questions, seal.seal(binding, state));
    }
}
