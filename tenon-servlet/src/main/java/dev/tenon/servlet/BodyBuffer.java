package dev.tenon.servlet;

import dev.tenon.transport.MemoryBudget;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/** Where a body is gathered. It grows with what has come, not with what was announced, and all of them share a budget. */
final class BodyBuffer {
    private static final int FIRST_BYTES = 1024;

    private final MemoryBudget budget;
    private final int maxBytes;
    private final AtomicInteger reserved = new AtomicInteger();
    private byte[] bytes = new byte[0];
    private int count;

    /**
     * An empty one.
     *
     * @param budget of all bodies together
     * @param maxBytes the largest body
     */
    BodyBuffer(MemoryBudget budget, int maxBytes) {
        this.budget = budget;
        this.maxBytes = maxBytes;
    }

    /** Makes room for at least one more byte; false when the budget has none. */
    boolean hasRoom() {
        if (count < bytes.length) {
            return true;
        }
        // One more than the most, so that what is beyond it shows.
        int wanted = (int) Math.min(Math.max(FIRST_BYTES, 2L * count), maxBytes + 1L);
        if (!budget.tryGrow(bytes.length, wanted)) {
            return false;
        }
        reserved.set(wanted);
        bytes = Arrays.copyOf(bytes, wanted);
        return true;
    }

    /** Reads what there is; false at the end. */
    boolean read(ServletInputStream in) throws IOException {
        int read = in.read(bytes, count, bytes.length - count);
        count += Math.max(read, 0);
        return read >= 0;
    }

    int count() {
        return count;
    }

    /** What has been read. */
    byte[] toArray() {
        return Arrays.copyOf(bytes, count);
    }

    /** Gives back what it has taken from the budget. It is not read into any more; may be called again. */
    void release() {
        budget.release(reserved.getAndSet(0));
    }
}
