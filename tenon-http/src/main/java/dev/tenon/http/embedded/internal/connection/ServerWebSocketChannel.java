package dev.tenon.http.embedded.internal.connection;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.http.embedded.HttpServerLimits;
import dev.tenon.http.embedded.TenonHttpServerBuilder;
import dev.tenon.http.embedded.internal.channel.EventLoopMemoryBudget;
import dev.tenon.http.embedded.internal.channel.WriteStallDetector;
import dev.tenon.internal.buffer.FragmentAssembler;
import dev.tenon.internal.concurrent.ExecutionContext;
import dev.tenon.transport.ChannelLimits;
import dev.tenon.transport.GuardedReceiver;
import dev.tenon.transport.QueuedChannel;
import dev.tenon.transport.SendQueue;
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

/**
 * One WebSocket as a channel: each text message is a message. The protocol is described at {@link
 * TenonHttpServerBuilder#webSocket}.
 */
final class ServerWebSocketChannel extends QueuedChannel {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.http");
    private static final int BATCH_BYTES = 64 << 10;
    /** What comes after a refusal is thrown away for a moment, so that the client learns of it. */
    private static final Duration LINGER = Duration.ofSeconds(2);

    private final ServerWebSocket socket;
    private final ClientConnection connection;
    private final EventLoopExecutor loop;
    private final Channel network;
    private final FragmentAssembler fragments;
    private final AtomicReference<@Nullable PendingClose> closing = new AtomicReference<>();
    private volatile long lastReceivedNanos = System.nanoTime();
    /** Touched by the event loop only, like what follows. */
    private final WriteStallDetector progress;

    private long lastPingNanos = lastReceivedNanos;
    /** The bytes that wait for the client, as far as {@link EventLoopMemoryBudget} has been told. */
    private long counted;

    private final WebSocketReceiveBudget input;
    /** Whether a large message is being parsed. */
    private boolean parsing;

    private boolean paused;
    private boolean closed;
    private boolean released;

    /** How it is closed once everything has left. */
    private record PendingClose(WebSocketCloseStatus status, String reason) {}

    /** A channel of a socket that has just been opened, made on its event loop. */
    ServerWebSocketChannel(
            ServerWebSocket socket, ClientConnection connection, EventLoopExecutor loop, ChannelLimits limits) {
        super(new SendQueue(limits), limits);
        this.socket = socket;
        this.connection = connection;
        this.loop = loop;
        this.fragments = new FragmentAssembler(limits.maxMessageBytes());
        this.network = ((WebSocketInternal) socket).channelHandlerContext().channel();
        this.progress = new WriteStallDetector(network);
        this.input = new WebSocketReceiveBudget(network, connection.resources().bodyBudget(), this::rejectMessage);
    }

    @Override
    protected void startDelivery(GuardedReceiver target) {
        socket.frameHandler(frame -> onFrame(frame, target));
        socket.drainHandler(nothing -> onQueued());
        socket.exceptionHandler(this::onFailure);
    }

    private void onFrame(WebSocketFrame frame, GuardedReceiver target) {
        if (isDisconnected()) {
            // The connection is closed: no answer could be sent.
            return;
        }
        lastReceivedNanos = System.nanoTime();
        connection.memory().evictIfCritical();
        switch (frame.type()) {
            case TEXT, CONTINUATION ->
                fragments.add(
                        frame.binaryData().getBytes(),
                        frame.isFinal(),
                        message -> deliver(message, target),
                        target::onOversizedMessage);
            case BINARY -> closeWith(WebSocketCloseStatus.INVALID_MESSAGE_TYPE, "messages are text");
            default -> {}
        }
        if (!parsing && !fragments.hasPartialMessage()) {
            input.release();
        }
        updateFlowControl();
    }

    /** Hands on a message: a large one on another thread, while nothing more is read. */
    private void deliver(byte[] message, GuardedReceiver target) {
        if (message.length <= ExecutionContext.MAX_INLINE_BYTES) {
            target.onMessage(message);
            return;
        }
        parsing = true;
        connection.resources().executeParsing(() -> {
            try {
                target.onMessage(message);
            } finally {
                loop.execute(() -> {
                    parsing = false;
                    input.release();
                    updateFlowControl();
                });
            }
        });
    }

    private void rejectMessage() {
        fragments.discardPartialMessage();
        closeWith(
                WebSocketCloseStatus.TRY_AGAIN_LATER,
                "the messages that are being received fill their bound (limit: bodyBytes)");
        loop.schedule(LINGER, this::abort);
    }

    /**
     * Reads nothing while a large message is parsed, or too much waits for the client to read it: answers, or answers
     * to pings.
     */
    private void updateFlowControl() {
        updatePendingBytes();
        if (isDisconnected()) {
            return;
        }
        boolean full = parsing || socket.writeQueueFull() || !sendQueue.isWritable();
        if (full && !paused) {
            paused = true;
            socket.pause();
            input.setPaused(true);
        } else if (!full && paused) {
            paused = false;
            lastReceivedNanos = System.nanoTime();
            socket.resume();
            input.setPaused(false);
        }
    }

    private void updatePendingBytes() {
        long now = released ? 0 : sendQueue.sizeInBytes();
        connection.memory().adjust(now - counted);
        counted = now;
    }

    /** Adds what waits here for the client to read. */
    void addPendingOutput(List<ConnectionRegistry.PendingOutput> all) {
        if (counted > 0) {
            all.add(new ConnectionRegistry.PendingOutput(progress.stalledNanos(), this::abort));
        }
    }

    private void onFailure(Throwable problem) {
        LOG.debug("A WebSocket failed", problem);
        WebSocketCloseStatus status = problem instanceof CorruptedWebSocketFrameException corrupted
                ? corrupted.closeStatus()
                : WebSocketCloseStatus.PROTOCOL_ERROR;
        boolean tooBig = status.equals(WebSocketCloseStatus.MESSAGE_TOO_BIG);
        closeWith(status, tooBig ? "the frame is too large (limit: json.bytes)" : "no valid frame");
    }

    @Override
    protected void onQueued() {
        loop.execute(this::writeQueued);
    }

    /** Writes what the network takes now. What is left waits in the heap until that has left. */
    private void writeQueued() {
        List<byte[]> batch = pollBatch();
        while (!batch.isEmpty()) {
            List<byte[]> leaving = batch;
            Future<Void> written = Future.succeededFuture();
            for (byte[] message : leaving) {
                written = socket.writeFrame(WebSocketFrame.textFrame(new String(message, UTF_8), true));
            }
            written.onComplete(result -> {
                sendQueue.markWritten(leaving);
                onQueued();
            });
            batch = pollBatch();
        }
        PendingClose due = closing.get();
        if (!closed && due != null && sendQueue.size() == 0) {
            closed = true;
            var unused = socket.close((short) due.status().code(), due.reason());
        }
        updateFlowControl();
    }

    private boolean isDisconnected() {
        return socket.isClosed() || !network.isActive();
    }

    private List<byte[]> pollBatch() {
        return isDisconnected() || socket.writeQueueFull() ? List.of() : sendQueue.poll(BATCH_BYTES);
    }

    /**
     * Disconnects a client that does not read or is not there any more, and asks whether one is there that was quiet
     * for long.
     */
    void checkTimeouts(HttpServerLimits bounds) {
        long now = System.nanoTime();
        long pingNanos = bounds.pingInterval().toNanos();
        long quiet = now - lastReceivedNanos;
        if (progress.stalledNanos() > limits.writeTimeout().toNanos()) {
            closeSlowPeer();
        } else if (!paused && input.isOverdue(bounds.bodyTimeout())) {
            connection.resources().counters().slowSenders.increment();
            LOG.info("A WebSocket is closed: a message did not come in {} (limit: bodyTime)", bounds.bodyTimeout());
            abort();
        } else if (!paused && quiet > 2 * pingNanos) {
            LOG.info("A WebSocket is closed: nothing has come from it for {} s (limit: ping)", quiet / 1_000_000_000);
            connection.resources().counters().slowSenders.increment();
            abort();
        } else if (!paused && quiet > pingNanos / 2 && now - lastPingNanos > pingNanos / 2 && !socket.isClosed()) {
            lastPingNanos = now;
            var unused = socket.writePing(Buffer.buffer());
        }
    }

    @Override
    public void close() {
        closeWith(WebSocketCloseStatus.NORMAL_CLOSURE, "");
    }

    private void closeWith(WebSocketCloseStatus status, String reason) {
        sendQueue.close();
        if (closing.compareAndSet(null, new PendingClose(status, reason))) {
            loop.execute(() -> {
                writeQueued();
                loop.schedule(limits.writeTimeout(), this::abort);
            });
        }
        notifyClosed();
    }

    @Override
    protected void closeSlowPeer() {
        LOG.warn(
                "Closing a WebSocket whose client does not read: {} messages waited, none of their bytes left for {} (limit: queue.time)",
                sendQueue.size(),
                limits.writeTimeout());
        notifySlowPeer();
        abort();
    }

    /** Ends it without a word, unless it is gone: another connection may have its addresses then. */
    private void abort() {
        sendQueue.abort();
        loop.execute(() -> {
            if (!released) {
                releaseResources();
                connection.abort();
            }
        });
        notifyClosed();
    }

    /** The connection is gone. */
    void onConnectionLost() {
        sendQueue.abort();
        releaseResources();
        notifyClosed();
    }

    /** Nothing leaves any more, and nothing comes. */
    private void releaseResources() {
        released = true;
        updatePendingBytes();
        input.release();
        fragments.discardPartialMessage();
    }
}
