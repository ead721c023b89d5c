package dev.tenon.transport;

import java.util.function.Consumer;

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

    /**
     * Takes the next fragment.
     *
     * @param whole is given the message with the last one
     * @param tooLarge is told when the message is larger than it may be
     */
    public void add(byte[] fragment, boolean last, Consumer<byte[]> whole, Runnable tooLarge) {
        if (!skipping && !begun.fits(fragment.length)) {
            skipping = true;
            forget();
            tooLarge.run();
        }
        if (!skipping && last && begun.length() == 0) {
            whole.accept(fragment);
        } else if (!skipping) {
            begun.add(fragment, fragment.length);
            if (last) {
                byte[] message = begun.toArray();
                forget();
                whole.accept(message);
            }
        }
        skipping = skipping && !last;
    }

    /** Whether a message has begun whose last fragment has not come. */
    public boolean hasBegun() {
        return begun.length() > 0;
    }

    /** Throws away what has begun. */
    public void forget() {
        begun.clear();
    }
}
