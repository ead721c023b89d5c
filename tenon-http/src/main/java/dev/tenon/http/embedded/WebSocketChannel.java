package dev.tenon.http.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.transport.Channel;
import dev.tenon.transport.ChannelClosedException;
import dev.tenon.transport.ChannelLimits;
import dev.tenon.transport.Delivery;
import dev.tenon.transport.Outbox;
import io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ServerWebSocket;
import io.vertx.core.http.WebSocketFrame;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One WebSocket as a channel: each text message is a message. What it is to the other side, {@link TenonHttpBuilder} says. */
final class WebSocketChannel implements Channel {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.http");
    private static final short NORMAL = 1000;
    private static final short PROTOCOL_ERROR = 1002;
    private static final short UNSUPPORTED = 1003;
    private static final short TOO_BIG = 1009;
    private static final short TRY_AGAIN_LATER = 1013;
    private static final int BATCH_BYTES = 64 << 10;
    /** Pings whose answers wait for a client that reads nothing. */
    private static final int MOST_UNREAD_PONGS = 64;

    private final ServerWebSocket socket;
    private final Connection connection;
    private final Loop loop;
    private final ChannelLimits limits;
    private final Outbox outbox;
    private final Frames frames;
    private final AtomicBoolean opened = new AtomicBoolean();
    private final AtomicBoolean closing = new AtomicBoolean();
    private volatile @Nullable Delivery delivery;
    private volatile long heardAt = System.nanoTime();
    private int unreadPongs;

    /** A channel of a socket that has just been opened, made on its event loop. */
    WebSocketChannel(ServerWebSocket socket, Connection connection, Loop loop, ChannelLimits limits) {
        this.socket = socket;
        this.connection = connection;
        this.loop = loop;
        this.limits = limits;
        this.outbox = new Outbox(limits);
        this.frames = new Frames(limits.messageBytes(), connection.budget());
    }

    @Override
    public void open(Receiver receiver) {
        if (!opened.compareAndSet(false, true)) {
            throw new IllegalStateException("A channel is opened once");
        }
        Delivery target = new Delivery(receiver);
        delivery = target;
        socket.frameHandler(frame -> frame(frame, target));
        socket.exceptionHandler(this::failed);
    }

    private void frame(WebSocketFrame frame, Delivery target) {
        heardAt = System.nanoTime();
        switch (frame.type()) {
            case TEXT, CONTINUATION -> text(frame, target);
            case BINARY -> end(UNSUPPORTED, "messages are text");
            case PING -> ponged();
            default -> {}
        }
    }

    private void text(WebSocketFrame frame, Delivery target) {
        if (!frames.add(frame.binaryData(), frame.isFinal(), target)) {
            end(TRY_AGAIN_LATER, "too many messages are on their way");
        }
    }

    /** A ping has been answered by itself; whoever never reads the answers must not fill the memory with them. */
    private void ponged() {
        unreadPongs = socket.writeQueueFull() ? unreadPongs + 1 : 0;
        if (unreadPongs > MOST_UNREAD_PONGS) {
            LOG.warn("A WebSocket is closed: it sends pings and reads nothing");
            cut();
        }
    }

    private void failed(Throwable problem) {
        LOG.debug("A WebSocket failed", problem);
        int code = problem instanceof CorruptedWebSocketFrameException corrupted
                ? corrupted.closeStatus().code()
                : PROTOCOL_ERROR;
        end((short) code, code == TOO_BIG ? "the frame is too large" : "no valid frame");
    }

    @Override
    public void send(byte[] message) {
        queue(message, !loop.isHere());
    }

    @Override
    public void offer(byte[] message) {
        queue(message, false);
    }

    private void queue(byte[] message, boolean patient) {
        boolean queued = patient ? outbox.put(message) : outbox.offer(message);
        if (!queued) {
            LOG.warn("A WebSocket does not read, {} messages wait for it: closing it", outbox.size());
            cut();
            throw new ChannelClosedException("Closed: the reader was too slow");
        }
        loop.run(this::drain);
    }

    private void drain() {
        for (List<byte[]> batch = outbox.poll(BATCH_BYTES); !batch.isEmpty(); batch = outbox.poll(BATCH_BYTES)) {
            List<byte[]> leaving = batch;
            Future<Void> written = Future.succeededFuture();
            for (byte[] message : leaving) {
                written = socket.writeFrame(WebSocketFrame.textFrame(new String(message, UTF_8), true));
            }
            written.onComplete(result -> outbox.written(leaving));
        }
    }

    /** Asks whether the other side is still there; it is not when nothing came from it for twice as long. */
    void ping(long everyNanos) {
        long quiet = System.nanoTime() - heardAt;
        if (quiet > 2 * everyNanos) {
            LOG.info("A WebSocket is closed: nothing has come from it for {} s", quiet / 1_000_000_000);
            cut();
        } else if (quiet > everyNanos / 2 && !socket.isClosed()) {
            var unused = socket.writePing(Buffer.buffer());
        }
    }

    @Override
    public void close() {
        end(NORMAL, "");
    }

    private void end(short code, String reason) {
        outbox.close();
        if (closing.compareAndSet(false, true)) {
            loop.run(() -> {
                drain();
                var unused = socket.close(code, reason);
                loop.after(limits.patience(), this::cut);
            });
        }
        told();
    }

    /** Ends it without a word. */
    private void cut() {
        outbox.abort();
        loop.run(connection::cut);
        told();
    }

    /** The connection is gone. */
    void gone() {
        frames.forget();
        outbox.abort();
        told();
    }

    private void told() {
        Delivery target = delivery;
        if (target != null) {
            target.closed();
        }
    }
}
