package dev.tenon.transport;

import dev.tenon.concurrent.ExecutionContext;
import dev.tenon.concurrent.handlers.Gathering;

/** Puts messages together from their fragments, as WebSocket has them; a message that grows too large is thrown away as it comes. */
public final class FragmentAssembler {
    private final MessageBuffer begun;
    private boolean skipping;

    /**
     * An assembler without any fragment yet.
     *
     * @param maxBytes the largest message
     * @param budget holds what has begun and is not whole yet
     */
    public FragmentAssembler(int maxBytes, MemoryBudget budget) {
        this.begun = new MessageBuffer(maxBytes, budget);
    }

    /** Takes the next fragment, and hands on the message with the last one; false when there is no memory left to keep it. */
    public boolean add(byte[] fragment, boolean last, Delivery target) {
        boolean kept = true;
        if (!skipping && !begun.fits(fragment.length)) {
            skipping = true;
            forget();
            target.tooLarge();
        }
        if (!skipping && last && begun.length() == 0) {
            deliver(fragment, target);
        } else if (!skipping) {
            kept = begun.add(fragment, fragment.length);
            if (last && kept) {
                deliver(begun.toArray(), target);
                forget();
            }
        }
        skipping = skipping && !last;
        return kept;
    }

    private static void deliver(byte[] message, Delivery target) {
        if (message.length >= ExecutionContext.MAX_INLINE_BYTES) {
            // Requests that came before do not wait until this one has been read.
            Gathering.letGo();
        }
        target.message(message);
    }

    /** Throws away what has begun. */
    public void forget() {
        begun.clear();
    }
}
