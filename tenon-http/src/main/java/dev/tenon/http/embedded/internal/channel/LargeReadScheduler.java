package dev.tenon.http.embedded.internal.channel;

import io.netty.channel.ChannelHandlerContext;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;

/**
 * Shares an event loop among connections that send much: a few of them are read in one turn, the others wait, so that
 * small requests do not wait behind hundreds of large ones. Only its event loop uses it.
 */
final class LargeReadScheduler {
    private static final int READS_PER_TURN = 4;
    private static final int LARGE_BYTES = 16 << 10;

    /**
     * Requests that have begun go first, and of these the one that has begun first: parts of many requests would take
     * the memory that whole ones need.
     */
    private final Queue<StartedRequest> begun = new PriorityQueue<>(Comparator.comparingLong(StartedRequest::since));

    private final Queue<ReadPacer> others = new ArrayDeque<>();
    private int reads;
    private boolean turnDue;

    private record StartedRequest(long since, ReadPacer pacer) {}

    /**
     * A connection has read that many bytes. Where others have read much before it in this turn, it waits for another
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
                begun.add(new StartedRequest(pacer.requestStartNanos(), pacer));
            } else {
                others.add(pacer);
            }
        }
        scheduleTurn(context);
    }

    private boolean isAnyWaiting() {
        return !begun.isEmpty() || !others.isEmpty();
    }

    private void scheduleTurn(ChannelHandlerContext context) {
        if (!turnDue) {
            turnDue = true;
            ReadPacer.scheduleNextTurn(context, this::runTurn);
        }
    }

    private void runTurn(ChannelHandlerContext context) {
        turnDue = false;
        reads = 0;
        for (int i = 0; i < READS_PER_TURN && isAnyWaiting(); i++) {
            // One of the others is read in each turn, so that none waits for ever behind those that have begun.
            boolean fromOthers = begun.isEmpty() || i == 0 && !others.isEmpty();
            ReadPacer next = fromOthers ? others.remove() : begun.remove().pacer;
            next.resume(ReadPacer.PauseReason.LARGE_READ);
        }
        if (isAnyWaiting()) {
            scheduleTurn(context);
        }
    }
}
