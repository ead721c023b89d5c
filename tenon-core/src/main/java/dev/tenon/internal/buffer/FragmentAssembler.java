package dev.tenon.internal.buffer;

import java.util.function.Consumer;

/**
 * Puts messages together from their fragments, as WebSocket has them; a message that grows too large is thrown away as
 * it comes.
 */
public final class FragmentAssembler {
    private final MessageBuffer partial;
    private boolean discarding;

    /**
     * An assembler without any fragment yet.
     *
     * @param maxBytes the largest message
     */
    public FragmentAssembler(int maxBytes) {
        this.partial = new MessageBuffer(maxBytes, new MemoryBudget(Long.MAX_VALUE));
    }

    /**
     * Takes the next fragment.
     *
     * @param whole is given the message with the last one
     * @param tooLarge is told when the message is larger than it may be
     */
    public void add(byte[] fragment, boolean last, Consumer<byte[]> whole, Runnable tooLarge) {
        if (!discarding && !partial.fits(fragment.length)) {
            discarding = true;
            discardPartialMessage();
            tooLarge.run();
        }
        if (!discarding && last && partial.length() == 0) {
            whole.accept(fragment);
        } else if (!discarding) {
            partial.add(fragment, fragment.length);
            if (last) {
                byte[] message = partial.toArray();
                discardPartialMessage();
                whole.accept(message);
            }
        }
        discarding = discarding && !last;
    }

    /** Whether a message has begun whose last fragment has not come. */
    public boolean hasPartialMessage() {
        return partial.length() > 0;
    }

    /** Throws away what has begun. */
    public void discardPartialMessage() {
        partial.clear();
    }
}
