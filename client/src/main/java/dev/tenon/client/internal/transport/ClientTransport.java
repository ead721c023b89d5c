package dev.tenon.client.internal.transport;

import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.jsonrpc.JsonRpcMessage;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.model.Revision;
import org.jspecify.annotations.Nullable;

/**
 * The transport to one server: a channel that carries all messages, or HTTP, where each message has its own exchange. A
 * closed transport cannot be reopened; a new one is created. Safe for use by multiple threads.
 *
 * <p>Sent messages are well-formed; received bytes are validated by the listener.
 */
public interface ClientTransport extends AutoCloseable {
    /**
     * Opens the transport; from now on the listener receives everything that arrives.
     *
     * @throws ConnectionFailedException when the server cannot be reached
     */
    void open(TransportListener listener);

    /**
     * Sends a message. For a request, the listener is later notified of either the response or the failure, possibly
     * before this method returns.
     *
     * @throws ConnectionFailedException when it could not be sent
     */
    void send(JsonRpcMessage message, MirroredHeaders headers);

    /**
     * Sends {@code notifications/initialized} and waits until the server has accepted it, if the transport can know
     * that. Then opens the standalone event stream if the transport has one.
     *
     * @throws dev.tenon.client.error.McpClientException when the server has not accepted it
     */
    default void sendInitialized(JsonRpcMessage message) {
        send(message, MirroredHeaders.NONE);
    }

    /** Returns whether {@link #send} can be called on this thread without blocking it. */
    boolean canSendWithoutBlocking();

    /**
     * Abandons a request: its response is dropped.
     *
     * @return whether the server is notified by this, as closing an HTTP response does under 2026-07-28; otherwise it
     *     needs a cancellation notification
     */
    default boolean abandon(RequestId id) {
        return false;
    }

    /**
     * Called when the response to a request arrived outside its own exchange, if it has one: that exchange ends soon.
     */
    default void onResponseElsewhere(RequestId id) {}

    /** Sets the negotiated revision, which an HTTP transport names in headers. */
    default void setRevision(Revision revision) {}

    /** Returns whether each message has its own HTTP request, with headers that mirror it. */
    default boolean isHttp() {
        return false;
    }

    /** Returns whether messages can be sent. */
    boolean isOpen();

    /**
     * Closes the transport, including the session and the child process, and waits for that within limits. Calling it
     * again has no effect.
     */
    @Override
    void close();

    /** Receives what arrives. Its methods must not block for long and must not throw. */
    interface TransportListener {
        /**
         * Called with the bytes of a message. In an exchange, an invalid message ends it like a response does.
         *
         * @param exchange the request in whose HTTP exchange they arrived; null if they arrived independently
         * @return whether that request has an outcome now
         */
        boolean onMessage(byte[] bytes, @Nullable RequestId exchange);

        /**
         * Called when a message was discarded because it exceeded the limit. It may have been the response of its
         * exchange, which has ended.
         */
        void onOversizedMessage(@Nullable RequestId exchange);

        /**
         * Called when a person has to act before this request is sent again: pauses the deadlines of its callers.
         *
         * @return resumes them; to be called once
         */
        default Runnable pauseDeadlines(@Nullable RequestId exchange) {
            return () -> {};
        }

        /** Called when a request cannot get a response any more; its caller gets this exception. */
        void onRequestFailed(RequestId id, RuntimeException reason);

        /**
         * Called when nothing more will arrive and nothing can be sent; no further call follows, and only the first one
         * counts.
         */
        void onClosed(String reason);
    }
}
