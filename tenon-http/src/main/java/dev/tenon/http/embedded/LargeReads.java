package dev.tenon.http.embedded;

import io.netty.channel.ChannelHandlerContext;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Shares an event loop among connections that send much: a few of them are read in one turn, the others wait, so that small requests do
 * not wait behind hundreds of large ones. Only its event loop uses it.
 */
final class LargeReads {
    private static final int READS_PER_TURN = 4;
    private static final int LARGE_BYTES = 16 << 10;

    private final Deque<ReadPacer> waiting = new ArrayDeque<>();
    private int reads;
    private boolean turnDue;

    /** A connection has read that many bytes. Where others have read much before it in this turn, it waits for another turn. */
    void read(int bytes, ReadPacer pacer, ChannelHandlerContext context) {
        if (bytes < LARGE_BYTES) {
            return;
        }
        reads++;
        if (reads > READS_PER_TURN || !waiting.isEmpty()) {
            pacer.pause(ReadPacer.Reason.LARGE_READ);
            if (pacer.isInRequest()) {
                // Requests that have begun go first: parts of many requests would take the memory that whole ones need.
                waiting.addFirst(pacer);
            } else {
                waiting.addLast(pacer);
            }
        }
        nextTurn(context);
    }

    private void nextTurn(ChannelHandlerContext context) {
        if (!turnDue) {
            turnDue = true;
            ReadPacer.nextTurn(context, this::turn);
        }
    }

    private void turn(ChannelHandlerContext context) {
        turnDue = false;
        reads = 0;
        for (int i = 0; i < READS_PER_TURN && !waiting.isEmpty(); i++) {
            // One of them is the last, so that none waits for ever behind those that have begun.
            ReadPacer next = i == 0 ? waiting.removeLast() : waiting.removeFirst();
            next.resume(ReadPacer.Reason.LARGE_READ);
        }
        if (!waiting.isEmpty()) {
            nextTurn(context);
        }
    }
}
