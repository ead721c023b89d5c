package dev.tenon.client.internal.transport;

import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.internal.concurrent.HandlerExecutors;
import dev.tenon.internal.concurrent.ThreadBlockingContext;
import dev.tenon.jsonrpc.JsonRpcMessage;
import dev.tenon.jsonrpc.MessageWriter;
import dev.tenon.transport.ChannelClosedException;
import dev.tenon.transport.DuplexChannel;
import dev.tenon.transport.StdioChannel;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** A transport over one channel that carries all messages: a child process, memory, a WebSocket, HTTP+SSE. */
public final class ChannelTransport implements ClientTransport {
    /**
     * How many bytes may be queued beyond the limits of the queue; each message counts its length plus {@link
     * #MESSAGE_COST}.
     */
    private static final long MAX_BYTES_BEYOND_QUEUE = 4 << 20;

    private static final int MESSAGE_COST = 64;

    private final DuplexChannel channel;
    private final AtomicLong overflowBytes = new AtomicLong();
    private final Supplier<String> closeReason;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile boolean opened;

    /**
     * Creates a transport over a channel that is not open yet.
     *
     * @param closeReason called when the channel has ended: returns the reason for the callers whose calls are lost
     */
    public ChannelTransport(DuplexChannel channel, Supplier<String> closeReason) {
        this.channel = channel;
        this.closeReason = closeReason;
    }

    @Override
    public void open(TransportListener listener) {
        opened = true;
        try {
            channel.open(new DuplexChannel.MessageReceiver() {
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
            });
        } catch (RuntimeException e) {
            closed.set(true);
            throw e;
        }
    }

    @Override
    public void send(JsonRpcMessage message, MirroredHeaders headers) {
        byte[] bytes = MessageWriter.write(message);
        try {
            // A reader thread of standard streams must not wait for another pair of streams.
            if (!StdioChannel.isReaderThread()) {
                channel.send(bytes);
            } else if (!channel.trySend(bytes)) {
                enqueueOverflowOrClose(bytes);
            }
        } catch (ChannelClosedException e) {
            throw new ConnectionFailedException("Not sent: " + (isOpen() ? e.getMessage() : closeReason.get()), e);
        }
    }

    /**
     * Queues messages that a reader thread sends while the queue is full, such as responses to a flood of pings: that
     * thread must not block. A server that sends requests without reading the responses is eventually disconnected.
     */
    private void enqueueOverflowOrClose(byte[] message) {
        if (overflowBytes.getAndAdd(message.length + MESSAGE_COST) == 0) {
            channel.onWritable(() -> overflowBytes.set(0));
        }
        if (overflowBytes.get() <= MAX_BYTES_BEYOND_QUEUE) {
            channel.enqueueEvenIfFull(message);
        } else {
            closeAsyncAndThrow();
        }
    }

    /** Closes the channel on another thread: closing waits for queued messages, which a reader thread must not do. */
    private void closeAsyncAndThrow() {
        HandlerExecutors.newDaemonThread(channel::close, "tenon-client-close").start();
        throw new ChannelClosedException("The server sends requests and does not read the responses: more than "
                + MAX_BYTES_BEYOND_QUEUE + " bytes are queued");
    }

    @Override
    public boolean canSendWithoutBlocking() {
        return ThreadBlockingContext.current().canBlock()
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
}
