package dev.tenon.client.internal.link;

import dev.tenon.client.ConnectionFailedException;
import dev.tenon.concurrent.ExecutionContext;
import dev.tenon.jsonrpc.Message;
import dev.tenon.jsonrpc.MessageWriter;
import dev.tenon.transport.Channel;
import dev.tenon.transport.ChannelClosedException;
import dev.tenon.transport.StdioChannel;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** A link over one channel that carries everything: a child process, memory, a WebSocket, the HTTP+SSE pair. */
public final class ChannelLink implements Link {
    /** How many bytes may wait beyond the limits of the queue, each message counting this much more than its length. */
    private static final long MOST_BEYOND_QUEUE = 4 << 20;

    private static final int MESSAGE_COST = 64;

    private final Channel channel;
    private final AtomicLong beyondQueue = new AtomicLong();
    private final Supplier<String> ending;
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile boolean opened;

    /**
     * A link over a channel that is not opened yet.
     *
     * @param ending asked when the channel has ended: why, for the callers whose calls are lost
     */
    public ChannelLink(Channel channel, Supplier<String> ending) {
        this.channel = channel;
        this.ending = ending;
    }

    @Override
    public void open(Listener listener) {
        opened = true;
        try {
            channel.open(new Receiver(listener));
        } catch (RuntimeException e) {
            over.set(true);
            throw e;
        }
    }

    @Override
    public void send(Message message, Envelope envelope) {
        byte[] bytes = MessageWriter.write(message);
        try {
            // A thread that delivers the messages of one pair of standard streams must not wait for another.
            if (!StdioChannel.isDelivering()) {
                channel.send(bytes);
            } else if (!channel.trySend(bytes)) {
                enqueue(bytes);
            }
        } catch (ChannelClosedException e) {
            throw new ConnectionFailedException("Not sent: " + (isOpen() ? e.getMessage() : ending.get()), e);
        }
    }

    /**
     * Queues what a thread that delivers messages sends while the queue is full, such as answers to a flood of pings: that thread must
     * not wait. A server that sends requests and does not read the answers is disconnected in the end.
     */
    private void enqueue(byte[] message) {
        if (beyondQueue.getAndAdd(message.length + MESSAGE_COST) == 0) {
            channel.onWritable(() -> beyondQueue.set(0));
        }
        if (beyondQueue.get() <= MOST_BEYOND_QUEUE) {
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
                + MOST_BEYOND_QUEUE + " bytes wait for it");
    }

    @Override
    public boolean canSendNow() {
        return ExecutionContext.current().canBlock() || StdioChannel.isDelivering() && isOpen() && channel.hasRoom();
    }

    @Override
    public boolean isOpen() {
        return opened && !over.get();
    }

    @Override
    public void close() {
        channel.close();
    }

    private final class Receiver implements Channel.Receiver {
        private final Listener listener;

        Receiver(Listener listener) {
            this.listener = listener;
        }

        @Override
        public void message(byte[] message) {
            listener.message(message, null);
        }

        @Override
        public void tooLarge() {
            listener.tooLarge(null);
        }

        @Override
        public void closed() {
            if (over.compareAndSet(false, true)) {
                listener.closed(ending.get());
            }
        }
    }
}
