package dev.tenon.transport;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** What channels have in common whose messages wait in an {@link Outbox} for whatever writes them. */
public abstract class QueuedChannel implements Channel {
    /** The bounds that the channel was made with. */
    protected final ChannelLimits limits;

    /** What waits to be written. */
    protected final Outbox outbox;

    private final AtomicBoolean opened = new AtomicBoolean();
    private volatile @Nullable Delivery delivery;

    /** A channel that has not been opened. */
    protected QueuedChannel(Outbox outbox, ChannelLimits limits) {
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
    protected abstract void start(Delivery target);

    /** Closes the channel as its peer does not read. */
    protected abstract void closeAsTooSlow();

    /** A message has been queued. Nothing needs to be done where a thread waits for it. */
    protected void queued() {}

    @Override
    public final void send(byte[] message) {
        if (!outbox.put(message)) {
            closeAsTooSlow();
            throw new ChannelClosedException("Closed: the reader was too slow");
        }
        queued();
    }

    @Override
    public final void enqueue(byte[] message) {
        outbox.enqueue(message);
        queued();
    }

    @Override
    public final boolean trySend(byte[] message) {
        boolean taken = outbox.tryPut(message);
        if (taken) {
            queued();
        }
        return taken;
    }

    @Override
    public final void onWritable(Runnable action) {
        outbox.onWritable(action);
    }

    /** Tells the receiver, if there is one, that the peer is too slow. */
    protected final void tellTooSlow() {
        Delivery target = delivery;
        if (target != null) {
            target.tooSlow();
        }
    }

    /** Tells the receiver, if there is one, of the end. */
    protected final void ended() {
        Delivery target = delivery;
        if (target != null) {
            target.closed();
        }
    }
}
