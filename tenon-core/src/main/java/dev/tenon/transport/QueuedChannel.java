package dev.tenon.transport;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** What channels have in common whose messages wait in an {@link SendQueue} for whatever writes them. */
public abstract class QueuedChannel implements DuplexChannel {
    /** The bounds that the channel was made with. */
    protected final ChannelLimits limits;

    /** What waits to be written. */
    protected final SendQueue sendQueue;

    private final AtomicBoolean opened = new AtomicBoolean();
    private volatile @Nullable GuardedReceiver guardedReceiver;

    /** A channel that has not been opened. */
    protected QueuedChannel(SendQueue outbox, ChannelLimits limits) {
        this.sendQueue = outbox;
        this.limits = limits;
    }

    @Override
    public final void open(MessageReceiver receiver) {
        if (!tryOpen()) {
            throw new IllegalStateException("A channel is opened once");
        }
        GuardedReceiver target = new GuardedReceiver(receiver);
        guardedReceiver = target;
        startDelivery(target);
    }

    /** Claims the one opening of the channel; false when it has been opened, or closed instead. */
    final boolean tryOpen() {
        return opened.compareAndSet(false, true);
    }

    /** Begins to deliver. */
    protected abstract void startDelivery(GuardedReceiver target);

    /** Closes the channel as its peer does not read. */
    protected abstract void closeSlowPeer();

    /** A message has been queued. Nothing needs to be done where a thread waits for it. */
    protected void onQueued() {}

    @Override
    public final void send(byte[] message) {
        if (!sendQueue.put(message)) {
            closeSlowPeer();
            throw new ChannelClosedException("Closed: the reader was too slow");
        }
        onQueued();
    }

    @Override
    public final void enqueue(byte[] message) {
        sendQueue.enqueue(message);
        onQueued();
    }

    @Override
    public final boolean trySend(byte[] message) {
        boolean taken = sendQueue.tryPut(message);
        if (taken) {
            onQueued();
        }
        return taken;
    }

    @Override
    public final void onWritable(Runnable action) {
        sendQueue.onWritable(action);
    }

    /** Tells the receiver, if there is one, that the peer is too slow. */
    protected final void notifySlowPeer() {
        GuardedReceiver target = guardedReceiver;
        if (target != null) {
            target.onSlowPeer();
        }
    }

    /** Tells the receiver, if there is one, of the end. */
    protected final void notifyClosed() {
        GuardedReceiver target = guardedReceiver;
        if (target != null) {
            target.onClosed();
        }
    }
}
