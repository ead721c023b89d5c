package dev.tenon.transport;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One end of a link in memory: delivers what the other end put into its outbox, on a daemon thread. */
final class MemoryChannel implements Channel {
    private static final Logger LOG = LoggerFactory.getLogger(MemoryChannel.class);

    private final Outbox incoming;
    private final Outbox outgoing;
    private final ChannelLimits limits;
    private final AtomicBoolean opened = new AtomicBoolean();
    private volatile @Nullable Delivery delivery;

    MemoryChannel(Outbox incoming, Outbox outgoing, ChannelLimits limits) {
        this.incoming = incoming;
        this.outgoing = outgoing;
        this.limits = limits;
    }

    @Override
    public void open(Receiver receiver) {
        if (!opened.compareAndSet(false, true)) {
            throw new IllegalStateException("A channel is opened once");
        }
        Delivery target = new Delivery(receiver);
        delivery = target;
        Thread reader = new Thread(() -> deliver(target), "tenon-memory-read");
        reader.setDaemon(true);
        reader.start();
    }

    private void deliver(Delivery target) {
        try {
            List<byte[]> batch = incoming.take(1);
            while (!batch.isEmpty()) {
                // More than one where the first is empty and weighs nothing.
                batch.forEach(message -> deliver(target, message));
                incoming.written(batch);
                if (target.pausesWhenFull() && !outgoing.awaitWritable()) {
                    tooSlow();
                }
                batch = incoming.take(1);
            }
        } catch (ChannelClosedException e) {
            LOG.debug("Delivery ended", e);
        } catch (InterruptedException e) {
            LOG.debug("Delivery was interrupted", e);
        } finally {
            incoming.abort();
            outgoing.close();
            target.closed();
        }
    }

    private void deliver(Delivery target, byte[] message) {
        if (message.length > limits.messageBytes()) {
            target.tooLarge();
        } else {
            target.message(message);
        }
    }

    @Override
    public void send(byte[] message) {
        if (!outgoing.put(message)) {
            tooSlow();
        }
    }

    @Override
    public void enqueue(byte[] message) {
        outgoing.enqueue(message);
    }

    @Override
    public boolean trySend(byte[] message) {
        return outgoing.tryPut(message);
    }

    @Override
    public void onWritable(Runnable action) {
        outgoing.onWritable(action);
    }

    private void tooSlow() {
        LOG.warn("The other side does not read, {} messages wait for it: closing the channel", outgoing.size());
        outgoing.abort();
        close();
        throw new ChannelClosedException("Closed: the reader was too slow");
    }

    /** Waits for nothing: what is queued stays deliverable to the other end. */
    @Override
    public void close() {
        outgoing.close();
        incoming.abort();
        Delivery target = delivery;
        if (target != null) {
            target.closed();
        }
    }
}
