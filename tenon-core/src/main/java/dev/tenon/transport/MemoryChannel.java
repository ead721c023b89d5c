package dev.tenon.transport;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One end of a link in memory: delivers what the other end put into its outbox, on a daemon thread. */
final class MemoryChannel extends QueuedChannel {
    private static final Logger LOG = LoggerFactory.getLogger(MemoryChannel.class);

    private final Outbox incoming;

    MemoryChannel(Outbox incoming, Outbox outgoing, ChannelLimits limits) {
        super(outgoing, limits);
        this.incoming = incoming;
    }

    @Override
    protected void start(Delivery target) {
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
                if (target.pausesWhenFull() && !outbox.awaitWritable()) {
                    closeAsTooSlow();
                    return;
                }
                batch = incoming.take(1);
            }
        } catch (InterruptedException e) {
            LOG.debug("Delivery was interrupted", e);
        } finally {
            incoming.abort();
            outbox.close();
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
    protected void closeAsTooSlow() {
        LOG.warn("The other side does not read, {} messages wait for it: closing the channel", outbox.size());
        outbox.abort();
        close();
    }

    /** Waits for nothing: what is queued stays deliverable to the other end. */
    @Override
    public void close() {
        outbox.close();
        incoming.abort();
        ended();
    }
}
