package dev.tenon.http.embedded;

import dev.tenon.transport.Delivery;
import dev.tenon.transport.MemoryBudget;
import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;

/** Puts messages together from their frames; one that grows too large is thrown away frame by frame. */
final class Frames {
    private final int maxBytes;
    private final MemoryBudget budget;
    private ByteArrayOutputStream begun = new ByteArrayOutputStream();
    private boolean skipping;

    /**
     * No frame yet.
     *
     * @param budget holds what has begun and is not whole yet
     */
    Frames(int maxBytes, MemoryBudget budget) {
        this.maxBytes = maxBytes;
        this.budget = budget;
    }

    /** Takes the next frame; false when there is no memory left to keep it. */
    boolean add(Buffer frame, boolean isFinal, Delivery target) {
        if (!skipping && (long) begun.size() + frame.length() > maxBytes) {
            skipping = true;
            forget();
            target.tooLarge();
        }
        boolean kept = true;
        if (isFinal && !skipping) {
            deliver(frame, target);
        } else if (!skipping) {
            kept = keep(frame);
        }
        skipping = skipping && !isFinal;
        return kept;
    }

    private void deliver(Buffer last, Delivery target) {
        Loop.reads(begun.size() + last.length());
        if (begun.size() == 0) {
            target.message(last.getBytes());
            return;
        }
        int kept = begun.size();
        begun.writeBytes(last.getBytes());
        byte[] message = begun.toByteArray();
        begun = new ByteArrayOutputStream();
        target.message(message);
        budget.release(kept);
    }

    private boolean keep(Buffer frame) {
        if (!budget.tryGrow(begun.size(), begun.size() + frame.length())) {
            return false;
        }
        begun.writeBytes(frame.getBytes());
        return true;
    }

    /** Throws away what has begun. */
    void forget() {
        budget.release(begun.size());
        begun = new ByteArrayOutputStream();
    }
}
