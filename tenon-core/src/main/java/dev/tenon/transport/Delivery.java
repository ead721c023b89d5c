package dev.tenon.transport;

import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands messages to a receiver, for those who write a channel: nothing that it throws gets out, it hears of the end once,
 * and of nothing afterwards. Messages are handed on one at a time; the end may come from any thread.
 */
public final class Delivery implements Channel.Receiver {
    private static final Logger LOG = LoggerFactory.getLogger(Delivery.class);

    private final Channel.Receiver receiver;
    private final AtomicBoolean ended = new AtomicBoolean();

    public Delivery(Channel.Receiver receiver) {
        this.receiver = receiver;
    }

    /** Whether the receiver has been told of the end. */
    public boolean hasEnded() {
        return ended.get();
    }

    /** Whether the channel reads nothing while its queue is full. */
    @Override
    public boolean pausesWhenFull() {
        return receiver.pausesWhenFull();
    }

    /** Hands on one message. */
    @Override
    public void message(byte[] message) {
        unlessEnded(() -> receiver.message(message));
    }

    /** Says that a message was larger than the limit and was thrown away. */
    @Override
    public void tooLarge() {
        unlessEnded(receiver::tooLarge);
    }

    /** Says that the peer does not read and is disconnected. */
    @Override
    public void tooSlow() {
        unlessEnded(receiver::tooSlow);
    }

    /** Says that nothing more will come; only the first time counts. */
    @Override
    public void closed() {
        if (ended.compareAndSet(false, true)) {
            guarded(receiver::closed);
        }
    }

    /** Does what hands something on in another way, under the same rules. */
    public void run(Runnable handOn) {
        unlessEnded(handOn);
    }

    private void unlessEnded(Runnable call) {
        if (!hasEnded()) {
            guarded(call);
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
