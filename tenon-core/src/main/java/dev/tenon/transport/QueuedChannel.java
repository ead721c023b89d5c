package dev.tenon.transport;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** What channels have in common whose messages wait in an {@link Outbox} for whatever writes them. */
abstract class QueuedChannel implements Channel {
    final ChannelLimits limits;
    final Outbox outbox;
    private final AtomicBoolean opened = new AtomicBoolean();
    private volatile @Nullable Delivery delivery;

    QueuedChannel(Outbox outbox, ChannelLimits limits) {
        this.outbox = outbox;
        this.limits = limits;
    }

    @Override
    public final void open(Receiver receiver) {
        if (!tryOpen()) {
            throw new IllegalStateException("A channel is opened once");
        }
        Delivery target = new Delivery(receiver);
        delivery = target;
        start(target);
    }

    /** Claims the one opening of the channel; false when it has been opened, or closed instead. */
    final boolean tryOpen() {
        return opened.compareAndSet(false, true);
    }

    /** Begins to deliver. */
    abstract void start(Delivery target);

    /** Closes the channel as its peer does not read. */
    abstract void closeAsTooSlow();

    @Override
    public final void send(byte[] message) {
        if (!outbox.put(message)) {
            closeAsTooSlow();
            throw new ChannelClosedException("Closed: the reader was too slow");
        }
    }

    @Override
    public final void enqueue(byte[] message) {
        outbox.enqueue(message);
    }

    @Override
    public final boolean trySend(byte[] message) {
        return outbox.tryPut(message);
    }

    @Override
    public final void onWritable(Runnable action) {
        outbox.onWritable(action);
    }

    /** Tells the receiver, if there is one, that the peer is too slow. */
    final void tellTooSlow() {
        Delivery target = delivery;
        if (target != null) {
            target.tooSlow();
        }
    }

    /** Tells the receiver, if there is one, of the end. */
    final void ended() {
        Delivery target = delivery;
        if (target != null) {
            target.closed();
        }
    }
}
