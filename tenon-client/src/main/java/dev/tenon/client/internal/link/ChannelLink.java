package dev.tenon.client.internal.link;

import dev.tenon.client.ConnectionFailedException;
import dev.tenon.concurrent.ExecutionContext;
import dev.tenon.jsonrpc.Message;
import dev.tenon.jsonrpc.MessageWriter;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.model.Revision;
import dev.tenon.transport.Channel;
import dev.tenon.transport.ChannelClosedException;
import dev.tenon.transport.StdioChannel;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** A link over one channel that carries everything: a child process, memory, a WebSocket, the HTTP+SSE pair. */
public final class ChannelLink implements Link {
    private final Channel channel;
    private final Supplier<String> ending;
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile boolean opened;

    /** A link over a channel that is not opened yet. */
    public ChannelLink(Channel channel) {
        this(channel, () -> "The server closed the connection");
    }

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
            // A thread that delivers the messages of one pair of standard streams writes to another without waking its
            // writer.
            if (!StdioChannel.isDelivering() || !channel.trySend(bytes)) {
                channel.send(bytes);
            }
        } catch (ChannelClosedException e) {
            throw notSent(e, isOpen() ? String.valueOf(e.getMessage()) : ending.get());
        }
    }

    @Override
    public boolean canSendNow() {
        return ExecutionContext.current().canBlock() || StdioChannel.isDelivering() && isOpen() && channel.hasRoom();
    }

    private static ConnectionFailedException notSent(ChannelClosedException e, String why) {
        return new ConnectionFailedException("Not sent: " + why, e);
    }

    @Override
    public boolean abandon(RequestId id) {
        return false;
    }

    @Override
    public void agreed(Revision revision) {
        // The channel carries the messages of every revision alike.
    }

    @Override
    public boolean isHttp() {
        return false;
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
