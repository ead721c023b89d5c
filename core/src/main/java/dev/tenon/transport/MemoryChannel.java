package dev.tenon.transport;

import dev.tenon.internal.concurrent.HandlerExecutors;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One side of an in-memory pair. A daemon thread delivers the messages that the peer has queued. */
final class MemoryChannel extends QueuedChannel {
    private static final Logger LOG = LoggerFactory.getLogger(MemoryChannel.class);

    private final SendQueue incoming;

    MemoryChannel(SendQueue incoming, SendQueue outgoing, ChannelLimits limits) {
        super(outgoing, limits);
        this.incoming = incoming;
    }

    @Override
    protected void startDelivery(GuardedReceiver target) {
        HandlerExecutors.newDaemonThread(() -> readLoop(target), "tenon-memory-read")
                .start();
    }

    private void readLoop(GuardedReceiver target) {
        try {
            List<byte[]> batch = incoming.take(1);
            while (!batch.isEmpty()) {
                // An empty message has no weight, so a batch may hold more than one.
                batch.forEach(message -> deliver(target, message));
                incoming.markWritten(batch);
                batch = awaitCapacityOrClose(target) ? incoming.take(1) : List.of();
            }
        } catch (InterruptedException e) {
            LOG.debug("The reader thread of an in-memory channel was interrupted", e);
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
        LOG.warn("Closing an in-memory channel because its peer does not read: queuedMessages={}", sendQueue.size());
        sendQueue.abort();
        close();
    }

    /** Closes without waiting: the peer can still receive the queued messages. */
    @Override
    public void close() {
        sendQueue.close();
        incoming.abort();
        notifyClosed();
    }
}
