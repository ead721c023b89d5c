package dev.tenon.transport;

/** Two channels, connected in memory: for a client and a server in one process. */
public final class MemoryChannels {
    private MemoryChannels() {}

    /**
     * The two ends of a link. Both keep the limits: a larger message is reported to its receiver instead of delivered, and a
     * receiver that does not keep up loses the link.
     */
    public static Pair pair(ChannelLimits limits) {
        Outbox there = new Outbox(limits);
        Outbox back = new Outbox(limits);
        return new Pair(new MemoryChannel(back, there, limits), new MemoryChannel(there, back, limits));
    }

    /** The two ends of a link; which is which makes no difference. */
    public record Pair(Channel left, Channel right) {}
}
