package dev.tenon.transport;

import java.time.Duration;

/**
 * The limits of one channel.
 *
 * @param maxMessageBytes the largest message that is received, in bytes
 * @param maxQueuedMessages the largest number of messages queued for a slow peer
 * @param maxQueuedBytes the largest number of bytes queued for a slow peer; a single larger message is accepted while
 *     the queue is empty
 * @param writeTimeout how long a sender waits while the peer reads nothing, and how long {@link DuplexChannel#close}
 *     waits for queued messages
 */
public record ChannelLimits(int maxMessageBytes, int maxQueuedMessages, int maxQueuedBytes, Duration writeTimeout) {
    /** The defaults: messages of 4 MiB, a queue of 256 messages or 1 MiB, a write timeout of 10 seconds. */
    public static final ChannelLimits DEFAULT = new ChannelLimits(4 << 20, 256, 1 << 20, Duration.ofSeconds(10));

    public ChannelLimits {
        if (maxMessageBytes < 1 || maxQueuedMessages < 1 || maxQueuedBytes < 1) {
            throw new IllegalArgumentException("Every limit must be at least 1");
        }
        if (writeTimeout.isNegative()) {
            throw new IllegalArgumentException("writeTimeout must not be negative");
        }
    }

    /**
     * Returns a copy with another limit of message size.
     *
     * @param changed the largest message in bytes
     */
    public ChannelLimits withMessageBytes(int changed) {
        return new ChannelLimits(changed, maxQueuedMessages, maxQueuedBytes, writeTimeout);
    }
}
