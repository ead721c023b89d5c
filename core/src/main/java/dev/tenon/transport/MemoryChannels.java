package dev.tenon.transport;

/** Creates in-memory channels for a client and a server in one process. */
public final class MemoryChannels {
    private MemoryChannels() {}

    /**
     * Creates two connected channels. Both enforce the limits: a larger message is discarded and reported to its
     * receiver, and a receiver that does not read is disconnected.
     *
     * @param limits the limits of each channel
     */
    public static ChannelPair pair(ChannelLimits limits) {
        SendQueue leftToRight = new SendQueue(limits);
        SendQueue rightToLeft = new SendQueue(limits);
        return new ChannelPair(
                new MemoryChannel(rightToLeft, leftToRight, limits),
                new MemoryChannel(leftToRight, rightToLeft, limits));
    }

    /**
     * Two connected channels. They are interchangeable.
     *
     * @param left one side
     * @param right the peer of {@code left}
     */
    public record ChannelPair(DuplexChannel left, DuplexChannel right) {}
}
