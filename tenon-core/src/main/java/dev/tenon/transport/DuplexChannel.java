package dev.tenon.transport;

import dev.tenon.internal.concurrent.ExecutionContext;

/**
 * A full-duplex link that carries whole messages as bytes: standard input and output, a pair in memory, a WebSocket,
 * the HTTP+SSE pair. It knows nothing of what the bytes mean.
 *
 * <p>A message that is given to a channel, or that comes from one, is given away: nobody changes the array afterwards.
 * Every queue is bounded by {@link ChannelLimits}.
 */
public interface DuplexChannel extends AutoCloseable {
    /**
     * Starts delivery. Messages are delivered one after another; while the receiver holds one, no other is read.
     *
     * @throws IllegalStateException when called a second time
     */
    void open(MessageReceiver receiver);

    /**
     * Queues one message for sending, and waits while the queue is full: as long as the peer reads, and for the
     * patience of the limits when it does not; then the channel closes with a log line. Not shortened by an interrupt.
     * Must not be called where code must not block. Safe for use by many threads.
     *
     * @throws ChannelClosedException when the channel is closed, before or by this call; the message is not sent
     */
    void send(byte[] message);

    /**
     * Queues one message without waiting, also when the queue is full: for answers. Their number is bounded by that of
     * the requests that were taken in, and while the queue is full, the channel reads nothing more for a receiver that
     * {@linkplain MessageReceiver#pausesReadingWhenFull wants that}.
     *
     * @throws ChannelClosedException when the channel is closed; the message is not sent
     */
    void enqueue(byte[] message);

    /**
     * Like {@link #send}, but does nothing where it would have to wait.
     *
     * @return false when there is no room; nothing has happened then
     * @throws ChannelClosedException when the channel is closed; the message is not sent
     */
    boolean trySend(byte[] message);

    /**
     * Runs an action once: as soon as there is room in the queue, or the channel is closed.
     *
     * @param action must not block and takes no locks; it may run on any thread, also on this one, and at once
     */
    void onWritable(Runnable action);

    /**
     * Whether a message of {@link ExecutionContext#MAX_INLINE_BYTES} at most can be {@linkplain #trySend sent} without
     * waiting. By default that is not known.
     */
    default boolean isWritable() {
        return false;
    }

    /**
     * Closes both directions, after what is queued has been sent or the patience of the limits has passed. Calling it
     * again does nothing.
     */
    @Override
    void close();

    /** Takes what arrives. What it throws is logged and ends nothing. */
    interface MessageReceiver {
        /**
         * Whether the channel reads nothing while its queue is full. True where what is read makes answers, as on a
         * server; where it makes none, both ends would wait for each other.
         */
        default boolean pausesReadingWhenFull() {
            return false;
        }

        /** One whole message, not yet looked at. The array belongs to the receiver. */
        void onMessage(byte[] message);

        /** A message was larger than the limit and was thrown away; said once for each. The channel lives on. */
        void onOversizedMessage();

        /**
         * The peer did not read for the patience of the limits, so the channel closes. Said before {@link #onClosed}.
         */
        default void onSlowPeer() {}

        /**
         * Nothing more will come: the other side closed its end, or the channel is closed. Said exactly once and last;
         * it may come from another thread while a message is still being received.
         *
         * <p>Where the two directions end separately, as on standard input and output, what is still to be answered can
         * be sent until {@link DuplexChannel#close}, which the receiver's owner calls in every case.
         */
        void onClosed();
    }
}
