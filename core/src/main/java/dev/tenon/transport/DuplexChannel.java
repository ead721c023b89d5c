package dev.tenon.transport;

import dev.tenon.internal.concurrent.ThreadBlockingContext;

/**
 * A full-duplex connection that carries whole messages as bytes: standard input and output, an in-memory pair, a
 * WebSocket, or HTTP+SSE. It does not interpret the bytes.
 *
 * <p>Neither the sender nor the channel changes the array of a message after passing it on. Every queue is bounded by
 * {@link ChannelLimits}.
 */
public interface DuplexChannel extends AutoCloseable {
    /**
     * Starts delivery. Messages are delivered one after another; the next one is read after the receiver has returned.
     *
     * @throws IllegalStateException if called a second time
     */
    void open(MessageReceiver receiver);

    /**
     * Queues one message for sending, and waits while the queue is full and the peer reads. If the peer reads nothing
     * for {@link ChannelLimits#writeTimeout}, the channel closes with a log line. An interrupt does not shorten the
     * wait. Must not be called on threads that must not block. Thread-safe.
     *
     * @throws ChannelClosedException if the channel is closed, before or by this call; the message is not sent
     */
    void send(byte[] message);

    /**
     * Queues one message without waiting, even if the queue is full. This is for responses: their number is bounded by
     * that of the accepted requests, and while the queue is full, the channel stops reading for a receiver that
     * {@linkplain MessageReceiver#pausesReadingWhenFull requests it}.
     *
     * @throws ChannelClosedException if the channel is closed; the message is not sent
     */
    void enqueueEvenIfFull(byte[] message);

    /**
     * Like {@link #send}, but never waits.
     *
     * @return false if the queue is full; the message is not queued then
     * @throws ChannelClosedException if the channel is closed; the message is not sent
     */
    boolean trySend(byte[] message);

    /**
     * Runs an action once, when the queue has capacity or the channel is closed.
     *
     * @param action must not block or take locks; it may run on any thread, also immediately on the calling thread
     */
    void onWritable(Runnable action);

    /**
     * Returns whether a message of at most {@link ThreadBlockingContext#MAX_INLINE_BYTES} can be {@linkplain #trySend
     * sent} without waiting. The default implementation returns false.
     */
    default boolean isWritable() {
        return false;
    }

    /**
     * Closes both directions, after the queued messages have been sent or {@link ChannelLimits#writeTimeout} has
     * passed. Further calls have no effect.
     */
    @Override
    void close();

    /** Receives messages. Exceptions of a receiver are logged; the channel stays open. */
    interface MessageReceiver {
        /**
         * Returns whether the channel stops reading while its queue is full. True where received messages cause
         * responses, as on a server. If both sides did so, they could wait for each other forever.
         */
        default boolean pausesReadingWhenFull() {
            return false;
        }

        /** Receives one whole message, not yet parsed. The receiver owns the array. */
        void onMessage(byte[] message);

        /** Called once for each message that exceeded the limit and was discarded. The channel stays open. */
        void onOversizedMessage();

        /**
         * Called if the channel closes because the peer read nothing for {@link ChannelLimits#writeTimeout}.
         * {@link #onClosed} follows.
         */
        default void onSlowPeer() {}

        /**
         * Called exactly once, as the last call, when the peer has closed its side or the channel is closed. It may
         * come from another thread while a message is still being processed.
         *
         * <p>If the two directions end separately, as on standard input and output, pending responses can still be sent
         * until {@link DuplexChannel#close}, which the receiver's owner must call in every case.
         */
        void onClosed();
    }
}
