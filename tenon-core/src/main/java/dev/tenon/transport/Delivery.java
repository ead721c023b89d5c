package dev.tenon.transport;

import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands messages to a receiver: nothing that it throws gets out, it hears of the end once, and of nothing afterwards. */
final class Delivery {
    private static final Logger LOG = LoggerFactory.getLogger(Delivery.class);

    private final Channel.Receiver receiver;
    private final AtomicBoolean ended = new AtomicBoolean();

    Delivery(Channel.Receiver receiver) {
        this.receiver = receiver;
    }

    boolean hasEnded() {
        return ended.get();
    }

    void message(byte[] message) {
        if (!hasEnded()) {
            guarded(() -> receiver.message(message));
        }
    }

    void tooLarge() {
        if (!hasEnded()) {
            guarded(receiver::tooLarge);
        }
    }

    void closed() {
        if (ended.compareAndSet(false, true)) {
            guarded(receiver::closed);
        }
    }

    private static void guarded(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException | StackOverflowError e) {
            LOG.error("A receiver failed; the channel lives on", e);
        }
    }
}
