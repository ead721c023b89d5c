package dev.tenon.guard.internal;

import dev.tenon.transport.Channel;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A channel that can be lost at a chosen moment, and whose owner knows at once. */
class MortalChannel implements Channel {
    private final Channel channel;
    private final AtomicReference<@Nullable Receiver> receiver = new AtomicReference<>();
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile boolean closed;

    MortalChannel(Channel channel) {
        this.channel = channel;
    }

    /** Whether its owner has closed it. */
    boolean isClosed() {
        return closed;
    }

    /** The other side is gone. */
    void die() {
        channel.close();
        tellClosed();
    }

    private void tellClosed() {
        Receiver owner = receiver.get();
        if (owner != null && over.compareAndSet(false, true)) {
            owner.closed();
        }
    }

    @Override
    public void open(Receiver owner) {
        receiver.set(owner);
        channel.open(new Receiver() {
            @Override
            public void message(byte[] message) {
                owner.message(message);
            }

            @Override
            public void tooLarge() {
                owner.tooLarge();
            }

            @Override
            public void closed() {
                tellClosed();
            }
        });
    }

    @Override
    public void send(byte[] message) {
        channel.send(message);
    }

    @Override
    public void enqueue(byte[] message) {
        channel.enqueue(message);
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
