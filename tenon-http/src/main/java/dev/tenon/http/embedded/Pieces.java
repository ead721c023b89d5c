package dev.tenon.http.embedded;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** What waits to be written to a response. Small pieces leave together: each by itself costs as much as a small answer. */
final class Pieces {
    /** With so many bytes nothing is saved by waiting for more. */
    private static final int MANY_BYTES = 16 << 10;
    /** So many bytes are given to the network at once, or one piece: what waits there is in memory outside of the heap. */
    private static final int MAX_AT_ONCE = 64 << 10;

    private final Queue<Piece> pieces = new ArrayDeque<>();
    private int bytes;

    private record Piece(byte[] array, int from, int length, Runnable written) {}

    /**
     * Pieces that leave together.
     *
     * @param written is run when they have been given to the network, or never will be
     */
    record Batch(ByteBuf content, Runnable written) {}

    /** Adds one, and what to run when it has been given to the network, or never will be. */
    void add(byte[] piece, Runnable whenWritten) {
        add(new Piece(piece, 0, piece.length, whenWritten));
    }

    /** Adds a whole body, which leaves in parts. */
    void addBody(byte[] body) {
        for (int from = 0; from < body.length; from += MAX_AT_ONCE) {
            add(new Piece(body, from, Math.min(MAX_AT_ONCE, body.length - from), () -> {}));
        }
    }

    private void add(Piece piece) {
        pieces.add(piece);
        bytes += piece.length();
    }

    boolean isEmpty() {
        return pieces.isEmpty();
    }

    /** Whether they should leave now. */
    boolean areMany() {
        return bytes >= MANY_BYTES;
    }

    /** Whether they can leave at once. */
    boolean isOneBatch() {
        return bytes <= MAX_AT_ONCE;
    }

    static boolean isOneBatch(byte[] body) {
        return body.length <= MAX_AT_ONCE;
    }

    /** Takes out what leaves next, at least one piece. */
    Batch take() {
        List<Piece> taken = new ArrayList<>();
        int length = 0;
        Piece next = pieces.peek();
        while (next != null && (taken.isEmpty() || length + next.length() <= MAX_AT_ONCE)) {
            taken.add(pieces.remove());
            length += next.length();
            next = pieces.peek();
        }
        bytes -= length;
        return new Batch(
                content(taken, length),
                () -> taken.forEach(piece -> piece.written().run()));
    }

    /** To copy a few costs less than a buffer that consists of others. */
    private static ByteBuf content(List<Piece> taken, int length) {
        if (taken.size() == 1) {
            Piece only = taken.get(0);
            return Unpooled.wrappedBuffer(only.array(), only.from(), length);
        }
        byte[] all = new byte[length];
        int end = 0;
        for (Piece piece : taken) {
            System.arraycopy(piece.array(), piece.from(), all, end, piece.length());
            end += piece.length();
        }
        return Unpooled.wrappedBuffer(all);
    }

    /** Forgets all that there are, which never leave; returns what to run for that. */
    Runnable forget() {
        List<Piece> never = new ArrayList<>(pieces);
        pieces.clear();
        bytes = 0;
        return () -> never.forEach(piece -> piece.written().run());
    }
}
