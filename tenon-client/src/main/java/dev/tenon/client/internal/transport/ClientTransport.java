package dev.tenon.client.internal.transport;

import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.error.McpClientException;
import dev.tenon.jsonrpc.JsonRpcMessage;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.model.Revision;
import org.jspecify.annotations.Nullable;

/**
 * A way to one server, while it lasts: a pair of streams that carries everything, or HTTP, where every message has its
 * own exchange. A link that has ended is not opened again; a new one is made. Safe for use by many threads.
 *
 * <p>What is sent is well-formed; what comes is bytes, which the listener takes through the gate.
 */
public interface ClientTransport extends AutoCloseable {
    /**
     * Gets ready to send, and tells this listener from now on what comes.
     *
     * @throws ConnectionFailedException when the server cannot be reached
     */
    void open(TransportListener listener);

    /**
     * Sends a message. For a request the listener is told later either the answer or that it failed; the link may
     * notice at once.
     *
     * @throws ConnectionFailedException when it could not be sent
     */
    void send(JsonRpcMessage message, MirroredHeaders envelope);

    /**
     * Sends the notification that ends a handshake, and waits until the server has taken it, where links can know that.
     *
     * @throws McpClientException when it has not
     */
    default void sendInitialized(JsonRpcMessage message) {
        send(message, MirroredHeaders.NONE);
    }

    /** Whether {@link #send} can be called on this thread without blocking it. */
    boolean canSendWithoutBlocking();

    /**
     * Forgets a request: its answer is no longer wanted.
     *
     * @return whether this tells the server as well, as closing an HTTP response does in 2026-07-28; else the server
     *     must be told by a message
     */
    default boolean abandon(RequestId id) {
        return false;
    }

    /** The answer to a request has come, but not in an exchange of its own, should it have one: that ends soon. */
    default void onResponseElsewhere(RequestId id) {}

    /** From now on both sides speak this revision: an HTTP link names it in headers, and opens its standing stream. */
    default void setRevision(Revision revision) {}

    /** Whether messages travel in HTTP requests of their own, with headers that mirror them. */
    default boolean isHttp() {
        return false;
    }

    /** Whether messages can still be sent. */
    boolean isOpen();

    /**
     * Ends it, the session and the child process too, and waits for that within bounds. Calling it again does nothing.
     */
    @Override
    void close();

    /** Told what comes. It must not block for long, and throws nothing. */
    interface TransportListener {
        /**
         * Bytes that should be a message. In an exchange, what is no message ends it, as the answer does.
         *
         * @param exchange the request in whose HTTP exchange they came; null for what came on its own
         * @return whether that request has an outcome now
         */
        boolean onMessage(byte[] bytes, @Nullable RequestId exchange);

        /**
         * A message was beyond the limit and was thrown away. It may have been the answer of its exchange, which is
         * over.
         */
        void onOversizedMessage(@Nullable RequestId exchange);

        /**
         * A person is asked something before this request is sent again: whoever waits for it stands still meanwhile.
         *
         * @return ends that, when it is called once
         */
        default Runnable pauseDeadlines(@Nullable RequestId exchange) {
            return () -> {};
        }

        /** A request can get no answer any more, for this reason, which its caller is to hear. */
        void onRequestFailed(RequestId id, RuntimeException reason);

        /** Nothing more will come, and nothing can be sent: the last thing that is told; only the first time counts. */
        void onClosed(String reason);
    }
}
