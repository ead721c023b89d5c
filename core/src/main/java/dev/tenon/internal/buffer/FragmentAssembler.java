package dev.tenon.internal.buffer;

import java.util.function.Consumer;

/** Assembles messages from WebSocket fragments. A message that exceeds the limit is discarded while it arrives. */
public final class FragmentAssembler {
    private final MessageBuffer partial;
    private boolean discarding;

    /**
     * Creates an assembler.
     *
     * @param maxBytes the largest message in bytes
     */
    public FragmentAssembler(int maxBytes) {
        this.partial = new MessageBuffer(maxBytes, new MemoryBudget(Long.MAX_VALUE));
    }

    /**
     * Adds the next fragment.
     *
     * @param onMessage gets the message after the last fragment
     * @param onOversized called when the message exceeds the limit
     */
    public void add(byte[] fragment, boolean last, Consumer<byte[]> onMessage, Runnable onOversized) {
        if (!discarding && !partial.fits(fragment.length)) {
            discarding = true;
            discardPartialMessage();
            onOversized.run();
        }
        if (!discarding && last && partial.length() == 0) {
            onMessage.accept(fragment);
        } else if (!discarding) {
            partial.tryAppend(fragment, fragment.length);
            if (last) {
                byte[] message = partial.toArray();
                discardPartialMessage();
                onMessage.accept(message);
            }
        }
        discarding = discarding && !last;
    }

    /**
     * Returns whether bytes of an incomplete message are stored. Returns false while an oversized message is discarded,
     * and after first fragments that are empty.
     */
    public boolean hasPartialMessage() {
        return partial.length() > 0;
    }

    /** Discards the partial message. */
    public void discardPartialMessage() {
        partial.clear();
    }
}
