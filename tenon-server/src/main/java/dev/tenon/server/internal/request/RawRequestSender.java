package dev.tenon.server.internal.request;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.CallFailedException;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Method;
import dev.tenon.server.call.ClientInputException;
import java.time.Duration;
import java.util.function.Consumer;

/** Asks the client of a session in the terms of the wire. */
public final class RawRequestSender {
    private RawRequestSender() {}

    /** Sends a question and waits for its answer. */
    public static Json sendRequest(
            ServerSession session, Method<?, ?> method, Json params, Duration time, Consumer<Request> way) {
        if (session.codec().findServerMethod(method.name()) == null) {
            throw unsupportedRequest(method);
        }
        try {
            return session.requestCorrelator().call(method.name(), params, time, way);
        } catch (CallFailedException e) {
            throw new ClientInputException("The client did not answer: " + e.getMessage());
        }
    }

    public static RpcException unsupportedRequest(Method<?, ?> method) {
        return new RpcException(ErrorCode.METHOD_NOT_FOUND, "This client cannot be asked " + method);
    }
}
