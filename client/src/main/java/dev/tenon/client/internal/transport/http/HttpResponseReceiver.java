package dev.tenon.client.internal.transport.http;

import dev.tenon.client.error.McpClientException;
import dev.tenon.http.HttpResponseHandler.BodyListener;

/**
 * Receives the outcome of one exchange: either {@link #onHead} or {@link #onFailure} is called, once. It must not
 * block.
 */
public interface HttpResponseReceiver {
    /**
     * Called when the head of the response has arrived.
     *
     * @return receives the body
     * @throws McpClientException when the response is invalid; then {@link #onFailure} is called with it and the
     *     request is aborted
     */
    BodyListener onHead(HttpResponseHead response);

    /** Called when there is no valid response. */
    void onFailure(McpClientException failure);
}
