package dev.tenon.transport;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Base class of channels that queue their messages in a {@link SendQueue}. */
public abstract class QueuedChannel implements DuplexChannel {
    /** The limits of the channel. */
    protected final ChannelLimits limits;

    /** The messages to be written. */
    protected final SendQueue sendQueue;

    private final AtomicBoolean opened = new AtomicBoolean();
    private volatile @Nullable GuardedReceiver guardedReceiver;

    /** Creates a channel that is not open yet. */
    protected QueuedChannel(SendQueue sendQueue, ChannelLimits limits) {
        this.sendQueue = sendQueue;
        this.limits = limits;
    }

    @Override
    public final void open(MessageReceiver receiver) {
        if (!tryMarkOpened()) {
            throw new IllegalStateException("The channel was opened or closed before");
        }
        GuardedReceiver target = new GuardedReceiver(receiver);
        guardedReceiver = target;
        startDelivery(target);
    }

    /** Marks the channel as opened. Returns false if it was opened or closed before. */
    final boolean tryMarkOpened() {
        return opened.compareAndSet(false, true);
    }

    /** Starts the delivery of received messages. */
    protected abstract void startDelivery(GuardedReceiver target);

    /** Closes the channel because its peer does not read. */
    protected abstract void closeSlowPeer();

    /** Called after a message has been queued. Channels with a writer thread need not override it. */
    protected void onQueued() {}

    @Override
    public final void send(byte[] message) {
        if (!sendQueue.put(message)) {
            closeSlowPeer();
            throw new ChannelClosedException("Channel closed: the peer did not read within the write timeout");
        }
        onQueued();
    }

    @Override
    public final void enqueueEvenIfFull(byte[] message) {
        sendQueue.enqueueEvenIfFull(message);
        onQueued();
    }

    @Override
    public final boolean trySend(byte[] message) {
        boolean queued = sendQueue.tryPut(message);
        if (queued) {
            onQueued();
        }
        return queued;
    }

    @Override
    public final void onWritable(Runnable action) {
        sendQueue.onWritable(action);
    }

    /**
     * Waits while the queue is full, if the receiver requests that. Returns false if the peer reads nothing and the
     * channel was closed for that reason.
     */
    final boolean awaitCapacityOrClose(GuardedReceiver target) {
        if (target.pausesReadingWhenFull() && !sendQueue.awaitWritable()) {
            closeSlowPeer();
            return false;
        }
        return true;
    }

    /** Notifies the receiver, if there is one, that the peer is too slow. */
    protected final void notifySlowPeer() {
        GuardedReceiver target = guardedReceiver;
        if (target != null) {
            target.onSlowPeer();
        }
    }

    /** Notifies the receiver, if there is one, that the channel is closed. */
    protected final void notifyClosed() {
        GuardedReceiver target = guardedReceiver;
        if (target != null) {
            target.onClosed();
        }
    }
}
