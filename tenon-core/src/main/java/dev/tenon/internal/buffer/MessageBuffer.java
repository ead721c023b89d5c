package dev.tenon.internal.buffer;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Gathers the bytes of one message that comes in parts. It grows with what has come, up to a bound, and takes its
 * memory from a budget that many messages share. One thread adds; any may release.
 */
public final class MessageBuffer {
    private final int maxBytes;
    private final MemoryBudget budget;
    private final AtomicInteger reserved = new AtomicInteger();
    private byte[] bytes = new byte[0];
    private int length;

    /**
     * An empty buffer.
     *
     * @param maxBytes the largest message
     * @param budget of all messages together
     */
    public MessageBuffer(int maxBytes, MemoryBudget budget) {
        this.maxBytes = maxBytes;
        this.budget = budget;
    }

    /** Whether this many more bytes are within the bound on one message. */
    public boolean fits(int more) {
        return (long) length + more <= maxBytes;
    }

    /**
     * Adds the first bytes of a part.
     *
     * @return false when the budget has no room for them; then nothing was added
     */
    public boolean add(byte[] part, int count) {
        int needed = length + count;
        if (needed > bytes.length) {
            // Most messages come in one part, and then nothing is left over.
            int wanted = (int) Math.max(needed, Math.min(2L * bytes.length, maxBytes));
            if (!budget.tryGrow(bytes.length, wanted)) {
                return false;
            }
            reserved.set(wanted);
            bytes = Arrays.copyOf(bytes, wanted);
        }
        System.arraycopy(part, 0, bytes, length, count);
        length = needed;
        return true;
    }

    /** How many bytes were added. */
    public int length() {
        return length;
    }

    /** Returns what was added; it is not to be changed. */
    public byte[] toArray() {
        return bytes.length == length ? bytes : Arrays.copyOf(bytes, length);
    }

    /** Forgets what was added and gives its memory back; on the thread that adds. */
    public void clear() {
        release();
        bytes = new byte[0];
        length = 0;
    }

    /** Gives back what was taken from the budget. Nothing is added any more; may be called again. */
    public void release() {
        budget.release(reserved.getAndSet(0));
    }
}
