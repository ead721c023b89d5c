package dev.tenon.http.embedded.internal.connection;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;

/** The pending writes of a response. Small pieces are sent together: each alone costs as much as a small response. */
final class WriteCoalescer {
    /** From this size on, waiting for more saves nothing. */
    private static final int FLUSH_BYTES = 16 << 10;
    /**
     * The maximum passed to the network at once, except for a single larger piece: it is buffered outside of the heap.
     */
    private static final int MAX_BATCH_BYTES = 64 << 10;

    private final Queue<PendingWrite> pieces = new ArrayDeque<>();
    private int bytes;

    private record PendingWrite(byte[] bytes, Runnable written) {}

    /**
     * Pieces that are sent together.
     *
     * @param written called when they have been passed to the network or dropped
     */
    record CoalescedWrite(ByteBuf content, Runnable written) {}

    /** Adds a piece, with a callback for when it has been passed to the network or dropped. */
    void addPiece(byte[] piece, Runnable written) {
        pieces.add(new PendingWrite(piece, written));
        bytes += piece.length;
    }

    /** Adds a complete body, which is sent in parts. */
    void addBody(byte[] body) {
        for (int from = 0; from < body.length; from += MAX_BATCH_BYTES) {
            addPiece(Arrays.copyOfRange(body, from, Math.min(body.length, from + MAX_BATCH_BYTES)), () -> {});
        }
    }

    boolean isEmpty() {
        return pieces.isEmpty();
    }

    /** Returns whether the pieces should be sent now. */
    boolean shouldFlush() {
        return bytes >= FLUSH_BYTES;
    }

    /** Returns whether the pieces fit into one write. */
    boolean fitsOneBatch() {
        return bytes <= MAX_BATCH_BYTES;
    }

    static boolean fitsOneBatch(byte[] body) {
        return body.length <= MAX_BATCH_BYTES;
    }

    /** Takes the pieces of the next write, at least one. */
    CoalescedWrite takeBatch() {
        List<PendingWrite> batch = new ArrayList<>();
        int length = 0;
        PendingWrite next = pieces.peek();
        while (next != null && (batch.isEmpty() || length + next.bytes().length <= MAX_BATCH_BYTES)) {
            batch.add(pieces.remove());
            length += next.bytes().length;
            next = pieces.peek();
        }
        bytes -= length;
        byte[][] arrays = batch.stream().map(PendingWrite::bytes).toArray(byte[][]::new);
        // Copying a few pieces costs less than a composite buffer.
        ByteBuf content = arrays.length == 1 ? Unpooled.wrappedBuffer(arrays[0]) : Unpooled.copiedBuffer(arrays);
        return new CoalescedWrite(
                content, () -> batch.forEach(piece -> piece.written().run()));
    }

    /** Drops all pieces; returns the callback to run for them. */
    Runnable discardAndTakeCallback() {
        List<PendingWrite> dropped = new ArrayList<>(pieces);
        pieces.clear();
        bytes = 0;
        return () -> dropped.forEach(piece -> piece.written().run());
    }
}
