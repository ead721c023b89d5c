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
import java.util.concurrent.locks.ReentrantLock;

/**
 * Asks by way of the client's retry (2026-07-28, basic/patterns/mrtr): a question whose answer is neither in this request
 * nor in the state of earlier rounds ends the handler, and the state remembers what is known so far.
 */
final class RoundAsking implements Asking {
    private final StateSeal seal;
    private final StateSeal.Binding binding;
    private final Map<String, Json> given;
    /** Those of the state, until something is added: hardly any handler asks. */
    private Map<String, Json> answers;

    private Map<String, Json> values;
    private boolean adding;
    private final ReentrantLock lock = new ReentrantLock();

    /**
     * @param given the answers that came with this request
     * @param state what earlier rounds left behind
     */
    RoundAsking(StateSeal seal, StateSeal.Binding binding, Map<String, Json> given, StateSeal.State state) {
        this.seal = seal;
        this.binding = binding;
        this.given = given;
        this.answers = state.answers();
        this.values = state.values();
    }

    /** Something will be added to one of them. */
    private void add() {
        if (!adding) {
            answers = new LinkedHashMap<>(answers);
            values = new LinkedHashMap<>(values);
            adding = true;
        }
    }

    @Override
    public Answers ask(Map<String, ? extends Ask<?>> asks, ActiveCall call) {
        lock.lock();
        try {
            Map<Ask<?>, Answer<?>> known = new LinkedHashMap<>();
            Map<String, InputRequest> unknown = new LinkedHashMap<>();
            asks.forEach((key, ask) -> {
                Json answer = answers.getOrDefault(key, given.get(key));
                if (answer == null) {
                    unknown.put(key, ask.request());
                } else {
                    known.put(ask, read(key, ask, answer, call));
                    add();
                    answers.put(key, answer);
                }
            });
            if (!unknown.isEmpty()) {
                throw new AskUnwind(unknown);
            }
            return new Answers(known);
        } finally {
            lock.unlock();
        }
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
        Json known;
        lock.lock();
        try {
            known = values.get(key);
        } finally {
            lock.unlock();
        }
        if (known != null) {
            return known.as(type);
        }
        T value = work.call();
        lock.lock();
        try {
            add();
            values.put(key, Json.of(value));
        } finally {
            lock.unlock();
        }
        return value;
    }

    /** The result that sends the questions to the client. */
    InputRequired result(Map<String, InputRequest> questions) {
        lock.lock();
        try {
            String state = seal.seal(binding, new StateSeal.State(answers, values));
            return InputRequired.of(questions, state);
        } finally {
            lock.unlock();
        }
    }
}
