package dev.tenon.client.internal.link;

import dev.tenon.client.McpClientException;
import dev.tenon.http.HttpResponseHandler.Body;

/** Takes what came of one exchange: either {@link #head} or {@link #failed} is called, once. It must not block. */
interface AnswerTaker {
    /**
     * The head of the response has come.
     *
     * @return takes the body
     * @throws McpClientException when the response is useless; then {@link #failed} is told that, and the request is aborted
     */
    Body head(HttpAnswer answer);

    /** There is no response, or a useless one. */
    void failed(McpClientException why);
}
