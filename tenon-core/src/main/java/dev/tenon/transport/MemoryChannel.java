package dev.tenon.transport;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One end of a link in memory: delivers what the other end put into its outbox, on a daemon thread. */
final class MemoryChannel extends QueuedChannel {
    private static final Logger LOG = LoggerFactory.getLogger(MemoryChannel.class);

    private final SendQueue incoming;

    MemoryChannel(SendQueue incoming, SendQueue outgoing, ChannelLimits limits) {
        super(outgoing, limits);
        this.incoming = incoming;
    }

    @Override
    protected void startDelivery(GuardedReceiver target) {
        Thread reader = new Thread(() -> deliver(target), "tenon-memory-read");
        reader.setDaemon(true);
        reader.start();
    }

    private void deliver(GuardedReceiver target) {
        try {
            List<byte[]> batch = incoming.take(1);
            while (!batch.isEmpty()) {
                // More than one where the first is empty and weighs nothing.
                batch.forEach(message -> deliver(target, message));
                incoming.markWritten(batch);
                if (target.pausesReadingWhenFull() && !sendQueue.awaitWritable()) {
                    closeSlowPeer();
                    return;
                }
                batch = incoming.take(1);
            }
        } catch (InterruptedException e) {
            LOG.debug("Delivery was interrupted", e);
        } finally {
            incoming.abort();
            sendQueue.close();
            target.onClosed();
        }
    }

    private void deliver(GuardedReceiver target, byte[] message) {
        if (message.length > limits.maxMessageBytes()) {
            target.onOversizedMessage();
        } else {
            target.onMessage(message);
        }
    }

    @Override
    protected void closeSlowPeer() {
        LOG.warn("The other side does not read, {} messages wait for it: closing the channel", sendQueue.size());
        sendQueue.abort();
        close();
    }

    /** Waits for nothing: what is queued stays deliverable to the other end. */
    @Override
    public void close() {
        sendQueue.close();
        incoming.abort();
        notifyClosed();
    }
}
