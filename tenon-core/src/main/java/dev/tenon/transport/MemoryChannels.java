package dev.tenon.transport;

/** Two channels, connected in memory: for a client and a server in one process. */
public final class MemoryChannels {
    private MemoryChannels() {}

    /**
     * The two ends of a link. Both keep the limits: a larger message is reported to its receiver instead of delivered,
     * and a receiver that does not keep up loses the link.
     */
    public static ChannelPair pair(ChannelLimits limits) {
        SendQueue there = new SendQueue(limits);
        SendQueue back = new SendQueue(limits);
        return new ChannelPair(new MemoryChannel(back, there, limits), new MemoryChannel(there, back, limits));
    }

    /** The two ends of a link; which is which makes no difference. */
    public record ChannelPair(DuplexChannel left, DuplexChannel right) {}
}
