package dev.tenon.http.embedded.internal.channel;

import io.netty.channel.ChannelHandlerContext;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;

/**
 * Shares an event loop among connections that send much: only a few of them are read in each turn, so that small
 * requests do not wait for hundreds of large ones. Used only by its event loop.
 */
final class FairReadScheduler {
    private static final int READS_PER_TURN = 4;
    private static final int LARGE_BYTES = 16 << 10;

    /**
     * Connections in the middle of a request go first, the oldest request first: parts of many requests would use the
     * memory that complete ones need.
     */
    private final Queue<StartedRequest> started = new PriorityQueue<>(Comparator.comparingLong(StartedRequest::since));

    private final Queue<ReadPacer> others = new ArrayDeque<>();
    private int reads;
    private boolean turnScheduled;

    private record StartedRequest(long since, ReadPacer pacer) {}

    /**
     * Called when a connection has read that many bytes. If others have read much in this turn, it waits for another
     * turn.
     */
    void onRead(int bytes, ReadPacer pacer, ChannelHandlerContext context) {
        if (bytes < LARGE_BYTES) {
            return;
        }
        reads++;
        if (reads > READS_PER_TURN || isAnyWaiting()) {
            pacer.pause(ReadPacer.PauseReason.LARGE_READ);
            if (pacer.isInRequest()) {
                started.add(new StartedRequest(pacer.requestStartNanos(), pacer));
            } else {
                others.add(pacer);
            }
        }
        scheduleTurn(context);
    }

    private boolean isAnyWaiting() {
        return !started.isEmpty() || !others.isEmpty();
    }

    private void scheduleTurn(ChannelHandlerContext context) {
        if (!turnScheduled) {
            turnScheduled = true;
            ReadPacer.scheduleNextTurn(context, this::resumeNextReads);
        }
    }

    private void resumeNextReads(ChannelHandlerContext context) {
        turnScheduled = false;
        reads = 0;
        for (int i = 0; i < READS_PER_TURN && isAnyWaiting(); i++) {
            // One of the others is read in each turn, so that none waits forever.
            boolean fromOthers = started.isEmpty() || i == 0 && !others.isEmpty();
            ReadPacer next = fromOthers ? others.remove() : started.remove().pacer;
            next.resume(ReadPacer.PauseReason.LARGE_READ);
        }
        if (isAnyWaiting()) {
            scheduleTurn(context);
        }
    }
}
