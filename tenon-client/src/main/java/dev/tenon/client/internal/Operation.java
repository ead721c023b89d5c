package dev.tenon.client.internal;

import dev.tenon.json.Json;
import dev.tenon.model.Params;
import org.jspecify.annotations.Nullable;

/** What a {@link CallRun} sends, and what it makes of the answer. */
interface Operation<T> {
    /** The method, for messages to people. */
    String method();

    /** The parameters, for messages to people. */
    Params params();

    /** Whether the request may be sent again after the connection was lost, and so be carried out twice. */
    boolean resend();

    /**
     * Whether {@link #request} can be called on a thread that must not block.
     *
     * @throws dev.tenon.client.NotSupportedException when the request cannot be made over this connection
     */
    boolean isReady(Connection connection);

    /** The request as it leaves over that connection; called again for each attempt. */
    Outgoing request(Connection connection);

    /** The request has ended, with an answer or without: what came in its course is delivered before this returns. */
    void ended();

    /** The result that the answer holds; null when {@link #request} is to be sent once more. May block on a thread that may. */
    @Nullable T result(Connection connection, Json answer);
}
