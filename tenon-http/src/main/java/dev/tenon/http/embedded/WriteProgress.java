package dev.tenon.http.embedded;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import java.time.Duration;

/** Whether a client takes what is written to its connection: any byte counts. Lives on the event loop of the connection. */
final class WriteProgress {
    private final Channel channel;
    private int current;
    private long progress;
    private long pendingBytes;
    private long changedAt = System.nanoTime();

    WriteProgress(Channel channel) {
        this.channel = channel;
    }

    /** Whether something waited all that time, and none of it was taken. To be asked several times in that time. */
    boolean isStalled(Duration patience) {
        ChannelOutboundBuffer buffer = channel.unsafe().outboundBuffer();
        long now = System.nanoTime();
        if (buffer == null) {
            return false;
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
        return now - changedAt > patience.toNanos();
    }
}
