package dev.tenon.transport;

import java.time.Duration;

/**
 * Bounds on one channel.
 *
 * @param maxMessageBytes the largest message that is received, in bytes
 * @param maxQueuedMessages how many messages may wait for a slow reader
 * @param maxQueuedBytes how many bytes may wait for a slow reader; a single larger message is accepted while nothing
 *     waits
 * @param writeTimeout how long a sender waits for a slow reader, and how long closing waits for what is queued
 */
public record ChannelLimits(int maxMessageBytes, int maxQueuedMessages, int maxQueuedBytes, Duration writeTimeout) {
    /** Messages of 4 MiB, 256 messages or 1 MiB queued, 10 seconds of patience. */
    public static final ChannelLimits DEFAULT = new ChannelLimits(4 << 20, 256, 1 << 20, Duration.ofSeconds(10));

    public ChannelLimits {
        if (maxMessageBytes < 1 || maxQueuedMessages < 1 || maxQueuedBytes < 1) {
            throw new IllegalArgumentException("Every limit must be at least 1");
        }
        if (writeTimeout.isNegative()) {
            throw new IllegalArgumentException("Patience cannot be negative");
        }
    }

    /** The same for messages of another size. */
    public ChannelLimits withMessageBytes(int changed) {
        return new ChannelLimits(changed, maxQueuedMessages, maxQueuedBytes, writeTimeout);
    }
}
