package dev.tenon.client.internal.transport.http;

import dev.tenon.client.error.McpClientException;
import dev.tenon.http.HttpResponseHandler.BodyListener;

/** Takes what came of one exchange: either {@link #onHead} or {@link #onFailure} is called, once. It must not block. */
public interface HttpResponseReceiver {
    /**
     * The head of the response has come.
     *
     * @return takes the body
     * @throws McpClientException when the response is useless; then {@link #onFailure} is told that, and the request is
     *     aborted
     */
    BodyListener onHead(HttpResponseHead answer);

    /** There is no response, or a useless one. */
    void onFailure(McpClientException why);
}
