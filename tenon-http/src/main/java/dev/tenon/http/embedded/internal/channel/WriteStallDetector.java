package dev.tenon.http.embedded.internal.channel;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;

/**
 * Whether a client takes what is written to its connection: any byte counts. Lives on the event loop of the connection.
 */
public final class WriteStallDetector {
    private final Channel channel;
    private int current;
    private long progress;
    private long pendingBytes;
    private long changedAt = System.nanoTime();

    public WriteStallDetector(Channel channel) {
        this.channel = channel;
    }

    /**
     * For how long something has waited and none of it was taken, in nanoseconds, as seen by those who asked before.
     */
    public long stalledNanos() {
        ChannelOutboundBuffer buffer = channel.unsafe().outboundBuffer();
        long now = System.nanoTime();
        if (buffer == null) {
            return 0;
        }
        // Not the buffer itself, which would be kept from being freed.
        int first = System.identityHashCode(buffer.current());
        long done = buffer.currentProgress();
        long pending = buffer.totalPendingWriteBytes();
        if (pending == 0 || pending < pendingBytes || first != current || done != progress) {
            changedAt = now;
        }
        current = first;
        progress = done;
        pendingBytes = pending;
        return now - changedAt;
    }
}
