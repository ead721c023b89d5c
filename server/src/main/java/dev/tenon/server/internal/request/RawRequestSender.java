package dev.tenon.server.internal.request;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.NoResponseException;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Method;
import dev.tenon.server.call.ClientInputException;
import java.time.Duration;
import java.util.function.Consumer;

/** Sends requests in the wire format to the client of a session. */
public final class RawRequestSender {
    private RawRequestSender() {}

    /**
     * Sends a request and waits for its response.
     *
     * @param sender writes the request to the client
     */
    public static Json sendAndAwaitResponse(
            ServerSession session, Method<?, ?> method, Json params, Duration timeout, Consumer<Request> sender) {
        if (session.codec().findServerMethod(method.name()) == null) {
            throw unsupportedRequest(method);
        }
        try {
            return session.requestCorrelator().call(method.name(), params, timeout, sender);
        } catch (NoResponseException e) {
            throw new ClientInputException("The client did not respond: " + e.getMessage());
        }
    }

    public static RpcException unsupportedRequest(Method<?, ?> method) {
        return new RpcException(ErrorCode.METHOD_NOT_FOUND, "This client does not support " + method);
    }
}
