package dev.tenon.server.forwarder;

import dev.tenon.json.Json;

/** Takes the answer to a request from a {@link ForwardingSession}. Any thread may call it. */
public interface ResponseCallback {
    /** The result as it is on the wire of the client's revision. This or {@link #fail} is called, once. */
    void complete(Json result);

    /**
     * There is no result.
     *
     * @param why an {@link dev.tenon.jsonrpc.RpcException} is answered with its error; of anything else the client is
     *     told an incident id and nothing else
     */
    void fail(Throwable why);

    /**
     * Runs this, once, when the request is over, answered or cancelled; at once when it is over already. Any thread may
     * run it; it must not block.
     */
    void onCompletion(Runnable action);
}
