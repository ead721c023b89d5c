package dev.tenon.http.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.concurrent.ExecutionContext;
import dev.tenon.transport.ChannelLimits;
import dev.tenon.transport.Delivery;
import dev.tenon.transport.FragmentAssembler;
import dev.tenon.transport.Outbox;
import dev.tenon.transport.QueuedChannel;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ServerWebSocket;
import io.vertx.core.http.WebSocketFrame;
import io.vertx.core.internal.http.WebSocketInternal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One WebSocket as a channel: each text message is a message. The protocol is described at {@link TenonHttpBuilder#webSocket}. */
final class WebSocketChannel extends QueuedChannel {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.http");
    private static final int BATCH_BYTES = 64 << 10;
    /** What comes after a refusal is thrown away for a moment, so that the client learns of it. */
    private static final Duration LINGER = Duration.ofSeconds(2);

    private final ServerWebSocket socket;
    private final Connection connection;
    private final Loop loop;
    private final Channel network;
    private final FragmentAssembler fragments;
    private final AtomicReference<@Nullable Close> closing = new AtomicReference<>();
    private volatile long heardAt = System.nanoTime();
    /** Touched by the event loop only, like what follows. */
    private final WriteProgress progress;

    private long askedAt = heardAt;
    /** The bytes that wait for the client, as far as {@link LoopMemory} has been told. */
    private long counted;

    private final WebSocketReceiveBudget input;
    /** Whether a large message is being parsed. */
    private boolean parsing;

    private boolean paused;
    private boolean closed;
    private boolean over;

    /** How it is closed once everything has left. */
    private record Close(WebSocketCloseStatus status, String reason) {}

    /** A channel of a socket that has just been opened, made on its event loop. */
    WebSocketChannel(ServerWebSocket socket, Connection connection, Loop loop, ChannelLimits limits) {
        super(new Outbox(limits), limits);
        this.socket = socket;
        this.connection = connection;
        this.loop = loop;
        this.fragments = new FragmentAssembler(limits.messageBytes());
        this.network = ((WebSocketInternal) socket).channelHandlerContext().channel();
        this.progress = new WriteProgress(network);
        this.input = new WebSocketReceiveBudget(network, connection.shared().bodies(), this::refuse);
    }

    @Override
    protected void start(Delivery target) {
        socket.frameHandler(frame -> frame(frame, target));
        socket.drainHandler(nothing -> queued());
        socket.exceptionHandler(this::failed);
    }

    private void frame(WebSocketFrame frame, Delivery target) {
        if (isGone()) {
            // The connection is closed: no answer could be sent.
            return;
        }
        heardAt = System.nanoTime();
        connection.memory().relieveIfCritical();
        switch (frame.type()) {
            case TEXT, CONTINUATION ->
                fragments.add(
                        frame.binaryData().getBytes(),
                        frame.isFinal(),
                        message -> deliver(message, target),
                        target::tooLarge);
            case BINARY -> end(WebSocketCloseStatus.INVALID_MESSAGE_TYPE, "messages are text");
            default -> {}
        }
        if (!parsing && !fragments.hasBegun()) {
            input.release();
        }
        regulate();
    }

    /** Hands on a message: a large one on another thread, while nothing more is read. */
    private void deliver(byte[] message, Delivery target) {
        if (message.length <= ExecutionContext.MAX_INLINE_BYTES) {
            target.message(message);
            return;
        }
        parsing = true;
        connection.shared().parse(() -> {
            try {
                target.message(message);
            } finally {
                loop.run(() -> {
                    parsing = false;
                    input.release();
                    regulate();
                });
            }
        });
    }

    private void refuse() {
        fragments.forget();
        end(
                WebSocketCloseStatus.TRY_AGAIN_LATER,
                "the messages that are being received fill their bound (limit: bodyBytes)");
        loop.after(LINGER, this::cut);
    }

    /** Reads nothing while a large message is parsed, or too much waits for the client to read it: answers, or answers to pings. */
    private void regulate() {
        count();
        if (isGone()) {
            return;
        }
        boolean full = parsing || socket.writeQueueFull() || !outbox.isWritable();
        if (full && !paused) {
            paused = true;
            socket.pause();
            input.pause(true);
        } else if (!full && paused) {
            paused = false;
            heardAt = System.nanoTime();
            socket.resume();
            input.pause(false);
        }
    }

    private void count() {
        long now = over ? 0 : outbox.bytes();
        connection.memory().add(now - counted);
        counted = now;
    }

    /** Adds what waits here for the client to read. */
    void addWaiting(List<Connections.Waiting> all) {
        if (counted > 0) {
            all.add(new Connections.Waiting(progress.stalledNanos(), this::cut));
        }
    }

    private void failed(Throwable problem) {
        LOG.debug("A WebSocket failed", problem);
        WebSocketCloseStatus status = problem instanceof CorruptedWebSocketFrameException corrupted
                ? corrupted.closeStatus()
                : WebSocketCloseStatus.PROTOCOL_ERROR;
        boolean tooBig = status.equals(WebSocketCloseStatus.MESSAGE_TOO_BIG);
        end(status, tooBig ? "the frame is too large (limit: json.bytes)" : "no valid frame");
    }

    @Override
    protected void queued() {
        loop.run(this::drain);
    }

    /** Writes what the network takes now. What is left waits in the heap until that has left. */
    private void drain() {
        List<byte[]> batch = next();
        while (!batch.isEmpty()) {
            List<byte[]> leaving = batch;
            Future<Void> written = Future.succeededFuture();
            for (byte[] message : leaving) {
                written = socket.writeFrame(WebSocketFrame.textFrame(new String(message, UTF_8), true));
            }
            written.onComplete(result -> {
                outbox.written(leaving);
                queued();
            });
            batch = next();
        }
        Close due = closing.get();
        if (!closed && due != null && outbox.size() == 0) {
            closed = true;
            var unused = socket.close((short) due.status().code(), due.reason());
        }
        regulate();
    }

    private boolean isGone() {
        return socket.isClosed() || !network.isActive();
    }

    private List<byte[]> next() {
        return isGone() || socket.writeQueueFull() ? List.of() : outbox.poll(BATCH_BYTES);
    }

    /**
     * Disconnects a client that does not read or is not there any more, and asks whether one is there that was quiet for long.
     */
    void look(HttpBounds bounds) {
        long now = System.nanoTime();
        long pingNanos = bounds.ping().toNanos();
        long quiet = now - heardAt;
        if (progress.stalledNanos() > limits.patience().toNanos()) {
            closeAsTooSlow();
        } else if (!paused && input.isLate(bounds.bodyTime())) {
            connection.shared().counters().slowSenders.increment();
            LOG.info("A WebSocket is closed: a message did not come in {} (limit: bodyTime)", bounds.bodyTime());
            cut();
        } else if (!paused && quiet > 2 * pingNanos) {
            LOG.info("A WebSocket is closed: nothing has come from it for {} s (limit: ping)", quiet / 1_000_000_000);
            connection.shared().counters().slowSenders.increment();
            cut();
        } else if (!paused && quiet > pingNanos / 2 && now - askedAt > pingNanos / 2 && !socket.isClosed()) {
            askedAt = now;
            var unused = socket.writePing(Buffer.buffer());
        }
    }

    @Override
    public void close() {
        end(WebSocketCloseStatus.NORMAL_CLOSURE, "");
    }

    private void end(WebSocketCloseStatus status, String reason) {
        outbox.close();
        if (closing.compareAndSet(null, new Close(status, reason))) {
            loop.run(() -> {
                drain();
                loop.after(limits.patience(), this::cut);
            });
        }
        ended();
    }

    @Override
    protected void closeAsTooSlow() {
        LOG.warn(
                "Closing a WebSocket whose client does not read: {} messages waited, none of their bytes left for {} (limit: queue.time)",
                outbox.size(),
                limits.patience());
        tellTooSlow();
        cut();
    }

    /** Ends it without a word, unless it is gone: another connection may have its addresses then. */
    private void cut() {
        outbox.abort();
        loop.run(() -> {
            if (!over) {
                forget();
                connection.cut();
            }
        });
        ended();
    }

    /** The connection is gone. */
    void gone() {
        outbox.abort();
        forget();
        ended();
    }

    /** Nothing leaves any more, and nothing comes. */
    private void forget() {
        over = true;
        count();
        input.release();
        fragments.forget();
    }
}
