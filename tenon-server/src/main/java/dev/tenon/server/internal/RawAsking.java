package dev.tenon.server.internal;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.CallFailedException;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Method;
import dev.tenon.server.AskFailedException;
import java.time.Duration;
import java.util.function.Consumer;

/** Asks the client of a session in the terms of the wire. */
final class RawAsking {
    private RawAsking() {}

    /** Sends a question and waits for its answer. */
    static Json ask(Session session, Method<?, ?> method, Json params, Duration time, Consumer<Request> way) {
        if (session.wire().serverMethod(method.name()) == null) {
            throw impossible(method);
        }
        try {
            return session.peer().call(method.name(), params, time, way);
        } catch (CallFailedException e) {
            throw new AskFailedException("The client did not answer: " + e.getMessage());
        }
    }

    static RpcException impossible(Method<?, ?> method) {
        return new RpcException(ErrorCode.METHOD_NOT_FOUND, "This client cannot be asked " + method);
    }
}
