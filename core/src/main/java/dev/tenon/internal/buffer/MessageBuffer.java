package dev.tenon.internal.buffer;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Collects the bytes of a message that arrives in parts. It grows on demand up to a limit and reserves its memory in a
 * budget that many messages share. One thread adds; any thread may release.
 */
public final class MessageBuffer {
    private final int maxBytes;
    private final MemoryBudget budget;
    private final AtomicInteger reserved = new AtomicInteger();
    private byte[] bytes = new byte[0];
    private int length;

    /**
     * Creates an empty buffer.
     *
     * @param maxBytes the largest message in bytes
     * @param budget shared by all messages
     */
    public MessageBuffer(int maxBytes, MemoryBudget budget) {
        this.maxBytes = maxBytes;
        this.budget = budget;
    }

    /** Returns whether {@code more} further bytes are within the limit of the message. */
    public boolean fits(int more) {
        return (long) length + more <= maxBytes;
    }

    /**
     * Adds the first {@code count} bytes of a part.
     *
     * @return false if the budget is exhausted; nothing was added then
     */
    public boolean tryAppend(byte[] part, int count) {
        int needed = length + count;
        if (needed > bytes.length) {
            // Most messages arrive in one part, which then fits exactly.
            int capacity = (int) Math.max(needed, Math.min(2L * bytes.length, maxBytes));
            if (!budget.tryGrow(bytes.length, capacity)) {
                return false;
            }
            reserved.set(capacity);
            bytes = Arrays.copyOf(bytes, capacity);
        }
        System.arraycopy(part, 0, bytes, length, count);
        length = needed;
        return true;
    }

    /** Returns the number of bytes added. */
    public int length() {
        return length;
    }

    /** Returns the added bytes; the caller must not change the array. */
    public byte[] toArray() {
        return bytes.length == length ? bytes : Arrays.copyOf(bytes, length);
    }

    /** Discards the bytes and releases their memory. Call it on the thread that adds. */
    public void clear() {
        release();
        bytes = new byte[0];
        length = 0;
    }

    /** Releases the reserved memory. Nothing may be added afterwards; further calls have no effect. */
    public void release() {
        budget.release(reserved.getAndSet(0));
    }
}
