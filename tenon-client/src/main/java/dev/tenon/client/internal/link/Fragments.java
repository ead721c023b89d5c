package dev.tenon.client.internal.link;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.transport.Delivery;

/** Puts text messages together from their parts; one that grows too large is thrown away part by part. */
final class Fragments {
    private final int maxBytes;
    private StringBuilder begun = new StringBuilder();
    private boolean skipping;

    Fragments(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** Takes the next part. A character has at least one byte, so what is kept is bounded. */
    void add(CharSequence part, boolean last, Delivery target) {
        if (!skipping && (long) begun.length() + part.length() > maxBytes) {
            skip(target);
        }
        if (!skipping) {
            begun.append(part);
        }
        if (last) {
            deliver(target);
        }
    }

    private void skip(Delivery target) {
        skipping = true;
        begun = new StringBuilder();
        target.tooLarge();
    }

    private void deliver(Delivery target) {
        byte[] message = begun.toString().getBytes(UTF_8);
        begun = new StringBuilder();
        if (!skipping && message.length > maxBytes) {
            skip(target);
        } else if (!skipping) {
            target.message(message);
        }
        skipping = false;
    }
}
