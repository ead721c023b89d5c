package dev.tenon.http.embedded;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;

/** What is written to a stream in one turn of its event loop. Each piece by itself costs as much as a small answer. */
final class Pieces {
    /** With so many bytes nothing is saved by waiting for more. */
    private static final int MANY_BYTES = 16 << 10;

    private List<byte[]> pieces = new ArrayList<>();
    private List<Runnable> written = new ArrayList<>();
    private int bytes;

    /** Adds one, and what to run when it has been given to the network, or never will be. */
    void add(byte[] piece, Runnable whenWritten) {
        pieces.add(piece);
        written.add(whenWritten);
        bytes += piece.length;
    }

    boolean isEmpty() {
        return pieces.isEmpty();
    }

    /** Whether they should leave now. */
    boolean areMany() {
        return bytes >= MANY_BYTES;
    }

    /** What to run when those that there are now have been given to the network; it is run once. */
    Runnable written() {
        List<Runnable> now = written;
        written = new ArrayList<>();
        return () -> now.forEach(Runnable::run);
    }

    /** Those that there are now, of which there are none afterwards. */
    ByteBuf take() {
        // To copy a few costs less than a buffer that consists of others.
        ByteBuf now = areMany() ? Unpooled.wrappedBuffer(pieces.toArray(byte[][]::new)) : joined();
        pieces = new ArrayList<>();
        bytes = 0;
        return now;
    }

    private ByteBuf joined() {
        byte[] all = new byte[bytes];
        int end = 0;
        for (byte[] piece : pieces) {
            System.arraycopy(piece, 0, all, end, piece.length);
            end += piece.length;
        }
        return Unpooled.wrappedBuffer(all);
    }
}
