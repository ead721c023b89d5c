package dev.tenon.guard.internal.forwarder;

import dev.tenon.transport.DuplexChannel;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A channel that a test can close as its peer would. */
class ClosableChannel implements DuplexChannel {
    private final DuplexChannel channel;
    private final AtomicReference<@Nullable MessageReceiver> receiver = new AtomicReference<>();
    private final AtomicBoolean closedNotified = new AtomicBoolean();
    private volatile boolean closed;

    ClosableChannel(DuplexChannel channel) {
        this.channel = channel;
    }

    /** Returns whether its owner closed the channel. */
    boolean isClosed() {
        return closed;
    }

    /** Closes the channel as its peer would. */
    void closeRemotely() {
        channel.close();
        notifyClosed();
    }

    private void notifyClosed() {
        MessageReceiver owner = receiver.get();
        if (owner != null && closedNotified.compareAndSet(false, true)) {
            owner.onClosed();
        }
    }

    @Override
    public void open(MessageReceiver owner) {
        receiver.set(owner);
        channel.open(new MessageReceiver() {
            @Override
            public void onMessage(byte[] message) {
                owner.onMessage(message);
            }

            @Override
            public void onOversizedMessage() {
                owner.onOversizedMessage();
            }

            @Override
            public void onClosed() {
                notifyClosed();
            }
        });
    }

    @Override
    public void send(byte[] message) {
        channel.send(message);
    }

    @Override
    public void enqueueEvenIfFull(byte[] message) {
        channel.enqueueEvenIfFull(message);
    }

    @Override
    public boolean trySend(byte[] message) {
        return channel.trySend(message);
    }

    @Override
    public void onWritable(Runnable action) {
        channel.onWritable(action);
    }

    @Override
    public void close() {
        closed = true;
        channel.close();
    }
}
