package dev.tenon.http.embedded.internal.channel;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;

/** Detects clients that do not read: any sent byte counts as progress. Used by the event loop of the connection. */
public final class WriteProgressTracker {
    private final Channel channel;
    private int lastId;
    private long lastProgress;
    private long lastPendingBytes;
    private long changedAt = System.nanoTime();

    public WriteProgressTracker(Channel channel) {
        this.channel = channel;
    }

    /**
     * Returns how long output has been pending without progress, in nanoseconds, as observed by the calls of this
     * method.
     */
    public long measureStalledNanos() {
        ChannelOutboundBuffer buffer = channel.unsafe().outboundBuffer();
        long now = System.nanoTime();
        if (buffer == null) {
            return 0;
        }
        // Not the buffer itself, which could not be freed then.
        int currentId = System.identityHashCode(buffer.current());
        long currentProgress = buffer.currentProgress();
        long pending = buffer.totalPendingWriteBytes();
        if (pending == 0 || pending < lastPendingBytes || currentId != lastId || currentProgress != lastProgress) {
            changedAt = now;
        }
        lastId = currentId;
        lastProgress = currentProgress;
        lastPendingBytes = pending;
        return now - changedAt;
    }
}
