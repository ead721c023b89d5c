package dev.tenon.client.internal.transport;

import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.internal.concurrent.ExecutionContext;
import dev.tenon.jsonrpc.JsonRpcMessage;
import dev.tenon.jsonrpc.MessageWriter;
import dev.tenon.transport.ChannelClosedException;
import dev.tenon.transport.DuplexChannel;
import dev.tenon.transport.StdioChannel;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** A link over one channel that carries everything: a child process, memory, a WebSocket, the HTTP+SSE pair. */
public final class ChannelTransport implements ClientTransport {
    /** How many bytes may wait beyond the limits of the queue, each message counting this much more than its length. */
    private static final long MAX_BYTES_BEYOND_QUEUE = 4 << 20;

    private static final int MESSAGE_COST = 64;

    private final DuplexChannel channel;
    private final AtomicLong beyondQueue = new AtomicLong();
    private final Supplier<String> closeReason;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile boolean opened;

    /**
     * A link over a channel that is not opened yet.
     *
     * @param ending asked when the channel has ended: why, for the callers whose calls are lost
     */
    public ChannelTransport(DuplexChannel channel, Supplier<String> ending) {
        this.channel = channel;
        this.closeReason = ending;
    }

    @Override
    public void open(TransportListener listener) {
        opened = true;
        try {
            channel.open(new ChannelReceiver(listener));
        } catch (RuntimeException e) {
            closed.set(true);
            throw e;
        }
    }

    @Override
    public void send(JsonRpcMessage message, MirroredHeaders envelope) {
        byte[] bytes = MessageWriter.write(message);
        try {
            // A thread that delivers the messages of one pair of standard streams must not wait for another.
            if (!StdioChannel.isReaderThread()) {
                channel.send(bytes);
            } else if (!channel.trySend(bytes)) {
                enqueue(bytes);
            }
        } catch (ChannelClosedException e) {
            throw new ConnectionFailedException("Not sent: " + (isOpen() ? e.getMessage() : closeReason.get()), e);
        }
    }

    /**
     * Queues what a thread that delivers messages sends while the queue is full, such as answers to a flood of pings:
     * that thread must not wait. A server that sends requests and does not read the answers is disconnected in the end.
     */
    private void enqueue(byte[] message) {
        if (beyondQueue.getAndAdd(message.length + MESSAGE_COST) == 0) {
            channel.onWritable(() -> beyondQueue.set(0));
        }
        if (beyondQueue.get() <= MAX_BYTES_BEYOND_QUEUE) {
            channel.enqueue(message);
        } else {
            disconnect();
        }
    }

    /** Closing waits for what is queued, which this thread must not. */
    private void disconnect() {
        Thread closer = new Thread(channel::close, "tenon-client-close");
        closer.setDaemon(true);
        closer.start();
        throw new ChannelClosedException("The server sends requests and does not read the answers: more than "
                + MAX_BYTES_BEYOND_QUEUE + " bytes wait for it");
    }

    @Override
    public boolean canSendWithoutBlocking() {
        return ExecutionContext.current().canBlock()
                || StdioChannel.isReaderThread() && isOpen() && channel.isWritable();
    }

    @Override
    public boolean isOpen() {
        return opened && !closed.get();
    }

    @Override
    public void close() {
        channel.close();
    }

    private final class ChannelReceiver implements DuplexChannel.MessageReceiver {
        private final TransportListener listener;

        ChannelReceiver(TransportListener listener) {
            this.listener = listener;
        }

        @Override
        public void onMessage(byte[] message) {
            listener.onMessage(message, null);
        }

        @Override
        public void onOversizedMessage() {
            listener.onOversizedMessage(null);
        }

        @Override
        public void onClosed() {
            if (closed.compareAndSet(false, true)) {
                listener.onClosed(closeReason.get());
            }
        }
    }
}
