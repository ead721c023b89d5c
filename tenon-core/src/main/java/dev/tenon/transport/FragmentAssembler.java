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
     */
    public FragmentAssembler(int maxBytes) {
        this.begun = new MessageBuffer(maxBytes, new MemoryBudget(Long.MAX_VALUE));
    }

    /** Takes the next fragment, and hands on the message with the last one. */
    public void add(byte[] fragment, boolean last, Delivery target) {
        if (!skipping && !begun.fits(fragment.length)) {
            skipping = true;
            forget();
            target.tooLarge();
        }
        if (!skipping && last && begun.length() == 0) {
            deliver(fragment, target);
        } else if (!skipping) {
            begun.add(fragment, fragment.length);
            if (last) {
                deliver(begun.toArray(), target);
                forget();
            }
        }
        skipping = skipping && !last;
    }

    /** Whether a message has begun whose last fragment has not come. */
    public boolean hasBegun() {
        return begun.length() > 0;
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
