package dev.tenon.transport;

import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Wraps a receiver for implementations of channels: exceptions are logged, {@code onClosed} is called once, and nothing
 * is delivered after it. Messages are delivered one at a time; {@code onClosed} may come from any thread.
 */
public final class GuardedReceiver implements DuplexChannel.MessageReceiver {
    private static final Logger LOG = LoggerFactory.getLogger(GuardedReceiver.class);

    private final DuplexChannel.MessageReceiver receiver;
    private final AtomicBoolean closed = new AtomicBoolean();

    public GuardedReceiver(DuplexChannel.MessageReceiver receiver) {
        this.receiver = receiver;
    }

    /** Returns whether {@code onClosed} has been called. */
    public boolean isClosed() {
        return closed.get();
    }

    /** Returns whether the channel stops reading while its queue is full. */
    @Override
    public boolean pausesReadingWhenFull() {
        return receiver.pausesReadingWhenFull();
    }

    /** Delivers one message. */
    @Override
    public void onMessage(byte[] message) {
        deliver(() -> receiver.onMessage(message));
    }

    /** Reports a discarded message that exceeded the limit. */
    @Override
    public void onOversizedMessage() {
        deliver(receiver::onOversizedMessage);
    }

    /** Reports that the peer reads nothing and is disconnected. */
    @Override
    public void onSlowPeer() {
        deliver(receiver::onSlowPeer);
    }

    /** Reports that the channel is closed; only the first call has an effect. */
    @Override
    public void onClosed() {
        if (closed.compareAndSet(false, true)) {
            runGuarded(receiver::onClosed);
        }
    }

    /** Runs a custom delivery under the same rules. */
    public void deliver(Runnable delivery) {
        if (!isClosed()) {
            runGuarded(delivery);
        }
    }

    private static void runGuarded(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException | StackOverflowError e) {
            LOG.error("The receiver of a message failed; the channel stays open", e);
        }
    }
}
