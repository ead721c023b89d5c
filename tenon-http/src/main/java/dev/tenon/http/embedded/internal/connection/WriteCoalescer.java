package dev.tenon.http.embedded.internal.connection;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;

/**
 * What waits to be written to a response. Small pieces leave together: each by itself costs as much as a small answer.
 */
final class WriteCoalescer {
    /** With so many bytes nothing is saved by waiting for more. */
    private static final int MANY_BYTES = 16 << 10;
    /**
     * So many bytes are given to the network at once, or one piece: what waits there is in memory outside of the heap.
     */
    private static final int MAX_AT_ONCE = 64 << 10;

    private final Queue<PendingWrite> pieces = new ArrayDeque<>();
    private int bytes;

    private record PendingWrite(byte[] bytes, Runnable written) {}

    /**
     * Pieces that leave together.
     *
     * @param written is run when they have been given to the network, or never will be
     */
    record CoalescedWrite(ByteBuf content, Runnable written) {}

    /** Adds one, and what to run when it has been given to the network, or never will be. */
    void add(byte[] piece, Runnable whenWritten) {
        pieces.add(new PendingWrite(piece, whenWritten));
        bytes += piece.length;
    }

    /** Adds a whole body, which leaves in parts. */
    void addBody(byte[] body) {
        for (int from = 0; from < body.length; from += MAX_AT_ONCE) {
            add(Arrays.copyOfRange(body, from, Math.min(body.length, from + MAX_AT_ONCE)), () -> {});
        }
    }

    boolean isEmpty() {
        return pieces.isEmpty();
    }

    /** Whether they should leave now. */
    boolean shouldFlush() {
        return bytes >= MANY_BYTES;
    }

    /** Whether they can leave at once. */
    boolean fitsOneBatch() {
        return bytes <= MAX_AT_ONCE;
    }

    static boolean fitsOneBatch(byte[] body) {
        return body.length <= MAX_AT_ONCE;
    }

    /** Takes out what leaves next, at least one piece. */
    CoalescedWrite takeBatch() {
        List<PendingWrite> taken = new ArrayList<>();
        int length = 0;
        PendingWrite next = pieces.peek();
        while (next != null && (taken.isEmpty() || length + next.bytes().length <= MAX_AT_ONCE)) {
            taken.add(pieces.remove());
            length += next.bytes().length;
            next = pieces.peek();
        }
        bytes -= length;
        byte[][] arrays = taken.stream().map(PendingWrite::bytes).toArray(byte[][]::new);
        // To copy a few costs less than a buffer that consists of others.
        ByteBuf content = arrays.length == 1 ? Unpooled.wrappedBuffer(arrays[0]) : Unpooled.copiedBuffer(arrays);
        return new CoalescedWrite(
                content, () -> taken.forEach(piece -> piece.written().run()));
    }

    /** Forgets all that there are, which never leave; returns what to run for that. */
    Runnable discardAll() {
        List<PendingWrite> never = new ArrayList<>(pieces);
        pieces.clear();
        bytes = 0;
        return () -> never.forEach(piece -> piece.written().run());
    }
}
