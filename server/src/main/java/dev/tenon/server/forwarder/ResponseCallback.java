package dev.tenon.server.forwarder;

import dev.tenon.json.Json;

/** Receives the response to a request from a {@link ForwardingSession}. Thread-safe. */
public interface ResponseCallback {
    /**
     * Completes the request. Either this method or {@link #fail} is called, once.
     *
     * @param result the result in the wire format of the client's revision
     */
    void complete(Json result);

    /**
     * Fails the request.
     *
     * @param cause an {@link dev.tenon.jsonrpc.RpcException} is sent as its error; for any other exception, the client
     *     gets an incident id only
     */
    void fail(Throwable cause);

    /**
     * Runs an action once, when the request is completed or cancelled; immediately if it is over already. Any thread
     * can run the action; it must not block.
     */
    void onCompletion(Runnable action);
}
