package dev.tenon.transport;

import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands messages to a receiver, for those who write a channel: nothing that it throws gets out, it hears of the end
 * once, and of nothing afterwards. Messages are handed on one at a time; the end may come from any thread.
 */
public final class GuardedReceiver implements DuplexChannel.MessageReceiver {
    private static final Logger LOG = LoggerFactory.getLogger(GuardedReceiver.class);

    private final DuplexChannel.MessageReceiver receiver;
    private final AtomicBoolean closed = new AtomicBoolean();

    public GuardedReceiver(DuplexChannel.MessageReceiver receiver) {
        this.receiver = receiver;
    }

    /** Whether the receiver has been told of the end. */
    public boolean isClosed() {
        return closed.get();
    }

    /** Whether the channel reads nothing while its queue is full. */
    @Override
    public boolean pausesReadingWhenFull() {
        return receiver.pausesReadingWhenFull();
    }

    /** Hands on one message. */
    @Override
    public void onMessage(byte[] message) {
        runUnlessClosed(() -> receiver.onMessage(message));
    }

    /** Says that a message was larger than the limit and was thrown away. */
    @Override
    public void onOversizedMessage() {
        runUnlessClosed(receiver::onOversizedMessage);
    }

    /** Says that the peer does not read and is disconnected. */
    @Override
    public void onSlowPeer() {
        runUnlessClosed(receiver::onSlowPeer);
    }

    /** Says that nothing more will come; only the first time counts. */
    @Override
    public void onClosed() {
        if (closed.compareAndSet(false, true)) {
            runGuarded(receiver::onClosed);
        }
    }

    /** Does what hands something on in another way, under the same rules. */
    public void deliver(Runnable handOn) {
        runUnlessClosed(handOn);
    }

    private void runUnlessClosed(Runnable call) {
        if (!isClosed()) {
            runGuarded(call);
        }
    }

    private static void runGuarded(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException | StackOverflowError e) {
            LOG.error("A receiver failed; the channel lives on", e);
        }
    }
}
