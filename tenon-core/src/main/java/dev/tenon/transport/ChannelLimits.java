package dev.tenon.transport;

import java.time.Duration;

/**
 * Bounds on one channel.
 *
 * @param messageBytes the largest message that is received, in bytes
 * @param queuedMessages how many messages may wait for a slow reader
 * @param queuedBytes how many bytes may wait for a slow reader; a single larger message is accepted while nothing waits
 * @param patience how long a sender waits for a slow reader, and how long closing waits for what is queued
 */
public record ChannelLimits(int messageBytes, int queuedMessages, int queuedBytes, Duration patience) {
    /** Messages of 4 MiB, 256 messages or 1 MiB queued, 10 seconds of patience. */
    public static final ChannelLimits DEFAULT = new ChannelLimits(4 << 20, 256, 1 << 20, Duration.ofSeconds(10));

    public ChannelLimits {
        if (messageBytes < 1 || queuedMessages < 1 || queuedBytes < 1) {
            throw new IllegalArgumentException("Every limit must be at least 1");
        }
        if (patience.isNegative()) {
            throw new IllegalArgumentException("Patience cannot be negative");
        }
    }

    /** The same for messages of another size. */
    public ChannelLimits withMessageBytes(int changed) {
        return new ChannelLimits(changed, queuedMessages, queuedBytes, patience);
    }
}
