package dev.tenon.http.embedded.internal.connection;

import static dev.tenon.http.embedded.internal.HttpServerConfig.LOG;
import static io.netty.handler.codec.http.websocketx.WebSocketCloseStatus.TRY_AGAIN_LATER;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.http.embedded.HttpServerLimits;
import dev.tenon.http.embedded.TenonHttpServerBuilder;
import dev.tenon.http.embedded.internal.channel.EventLoopMemoryBudget;
import dev.tenon.http.embedded.internal.channel.WriteProgressTracker;
import dev.tenon.internal.buffer.FragmentAssembler;
import dev.tenon.internal.concurrent.ThreadBlockingContext;
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

/**
 * A WebSocket as a channel: each text message is a protocol message. The protocol is described at {@link
 * TenonHttpServerBuilder#webSocket}.
 */
final class ServerWebSocketChannel extends QueuedChannel {
    private static final int BATCH_BYTES = 64 << 10;
    /** After a rejection, input is discarded for a moment, so that the client receives the close frame. */
    private static final Duration LINGER = Duration.ofSeconds(2);

    private final ServerWebSocket webSocket;
    private final ClientConnection connection;
    private final EventLoopExecutor loop;
    private final Channel nettyChannel;
    private final FragmentAssembler fragments;
    private final AtomicReference<@Nullable PendingClose> closing = new AtomicReference<>();
    private volatile long lastReceivedNanos = System.nanoTime();
    /** Used by the event loop only, like the following fields. */
    private final WriteProgressTracker writeStallDetector;

    private long lastPingNanos = lastReceivedNanos;
    /** The pending bytes that {@link EventLoopMemoryBudget} currently counts. */
    private long countedBytes;

    private final WebSocketReceiveBudget receiveBudget;
    /** Whether a large message is being parsed. */
    private boolean parsing;

    private boolean paused;
    private boolean closed;
    private boolean released;

    /** The close frame to send after all queued messages. */
    private record PendingClose(WebSocketCloseStatus status, String reason) {}

    /** Creates the channel of a newly opened WebSocket, on its event loop. */
    ServerWebSocketChannel(
            ServerWebSocket webSocket, ClientConnection connection, EventLoopExecutor loop, ChannelLimits limits) {
        super(new SendQueue(limits), limits);
        this.webSocket = webSocket;
        this.connection = connection;
        this.loop = loop;
        this.fragments = new FragmentAssembler(limits.maxMessageBytes());
        this.nettyChannel =
                ((WebSocketInternal) webSocket).channelHandlerContext().channel();
        this.writeStallDetector = new WriteProgressTracker(nettyChannel);
        this.receiveBudget = new WebSocketReceiveBudget(
                nettyChannel, connection.resources().bodyBudget(), this::closeForLackOfMemory);
    }

    @Override
    protected void startDelivery(GuardedReceiver receiver) {
        webSocket.frameHandler(frame -> onFrame(frame, receiver));
        webSocket.drainHandler(nothing -> onQueued());
        webSocket.exceptionHandler(this::onFailure);
    }

    private void onFrame(WebSocketFrame frame, GuardedReceiver receiver) {
        if (isDisconnected()) {
            // The connection is closed: no response could be sent.
            return;
        }
        lastReceivedNanos = System.nanoTime();
        connection.memory().evictIfCritical();
        switch (frame.type()) {
            case TEXT, CONTINUATION ->
                fragments.add(
                        frame.binaryData().getBytes(),
                        frame.isFinal(),
                        message -> deliverOrOffload(message, receiver),
                        receiver::onOversizedMessage);
            case BINARY -> closeWith(WebSocketCloseStatus.INVALID_MESSAGE_TYPE, "messages are text");
            default -> {}
        }
        if (!parsing && !fragments.hasPartialMessage()) {
            receiveBudget.release();
        }
        updateFlowControl();
    }

    /** Delivers a message. A large one is delivered on another thread, with reading paused. */
    private void deliverOrOffload(byte[] message, GuardedReceiver receiver) {
        if (message.length <= ThreadBlockingContext.MAX_INLINE_BYTES) {
            receiver.onMessage(message);
            return;
        }
        parsing = true;
        connection.resources().executeParsing(() -> {
            try {
                receiver.onMessage(message);
            } finally {
                loop.execute(() -> {
                    parsing = false;
                    receiveBudget.release();
                    updateFlowControl();
                });
            }
        });
    }

    private void closeForLackOfMemory() {
        fragments.discardPartialMessage();
        closeWith(TRY_AGAIN_LATER, "the memory for received messages is exhausted (limit: maxBodyBytes)");
        loop.schedule(LINGER, this::abort);
    }

    /** Pauses reading while a large message is parsed, or too much output is pending: responses, or pongs. */
    private void updateFlowControl() {
        updatePendingBytes();
        if (isDisconnected()) {
            return;
        }
        boolean full = parsing || webSocket.writeQueueFull() || !sendQueue.isWritableOrClosed();
        if (full && !paused) {
            paused = true;
            webSocket.pause();
            receiveBudget.setPaused(true);
        } else if (!full && paused) {
            paused = false;
            lastReceivedNanos = System.nanoTime();
            webSocket.resume();
            receiveBudget.setPaused(false);
        }
    }

    private void updatePendingBytes() {
        long now = released ? 0 : sendQueue.sizeInBytes();
        connection.memory().adjustBytes(now - countedBytes);
        countedBytes = now;
    }

    /** Adds the pending output of this channel. */
    void collectPendingOutput(List<ConnectionMonitor.PendingOutput> all) {
        if (countedBytes > 0) {
            all.add(new ConnectionMonitor.PendingOutput(writeStallDetector.measureStalledNanos(), this::abort));
        }
    }

    private void onFailure(Throwable failure) {
        LOG.debug("A WebSocket failed", failure);
        WebSocketCloseStatus status = failure instanceof CorruptedWebSocketFrameException invalidFrame
                ? invalidFrame.closeStatus()
                : WebSocketCloseStatus.PROTOCOL_ERROR;
        boolean tooBig = status.equals(WebSocketCloseStatus.MESSAGE_TOO_BIG);
        closeWith(status, tooBig ? "the frame is too large (limit: json.bytes)" : "invalid frame");
    }

    @Override
    protected void onQueued() {
        loop.execute(this::writeQueued);
    }

    /** Writes as much as the network accepts now. The rest waits in the heap. */
    private void writeQueued() {
        List<byte[]> batch = pollWritableMessages();
        while (!batch.isEmpty()) {
            List<byte[]> sending = batch;
            Future<Void> written = Future.succeededFuture();
            for (byte[] message : sending) {
                written = writeMessage(message);
            }
            written.onComplete(result -> {
                sendQueue.markWritten(sending);
                onQueued();
            });
            batch = pollWritableMessages();
        }
        PendingClose pendingClose = closing.get();
        if (!closed && pendingClose != null && sendQueue.size() == 0) {
            closed = true;
            var unused = webSocket.close((short) pendingClose.status().code(), pendingClose.reason());
        }
        updateFlowControl();
    }

    /**
     * Writes one message. A large one is sent as an empty text frame and one continuation frame, because a text frame
     * is made from a string, and the event loop would decode and encode the whole message.
     */
    private Future<Void> writeMessage(byte[] message) {
        if (message.length <= ThreadBlockingContext.MAX_INLINE_BYTES) {
            return webSocket.writeFrame(WebSocketFrame.textFrame(new String(message, UTF_8), true));
        }
        var unused = webSocket.writeFrame(WebSocketFrame.textFrame("", false));
        return webSocket.writeFrame(WebSocketFrame.continuationFrame(Buffer.buffer(message), true));
    }

    private boolean isDisconnected() {
        return webSocket.isClosed() || !nettyChannel.isActive();
    }

    private List<byte[]> pollWritableMessages() {
        return isDisconnected() || webSocket.writeQueueFull() ? List.of() : sendQueue.poll(BATCH_BYTES);
    }

    /** Disconnects a client that does not read or does not respond, and pings one that has been quiet. */
    void pingOrDisconnect(HttpServerLimits serverLimits) {
        long now = System.nanoTime();
        long pingNanos = serverLimits.pingInterval().toNanos();
        long quiet = now - lastReceivedNanos;
        Duration bodyTimeout = serverLimits.bodyTimeout();
        if (writeStallDetector.measureStalledNanos() > limits.writeTimeout().toNanos()) {
            closeSlowPeer();
        } else if (!paused && receiveBudget.isOverdue(bodyTimeout)) {
            connection.resources().counters().slowSenders.increment();
            LOG.info("Closing a WebSocket: a message was not received within {} (limit: bodyTimeout)", bodyTimeout);
            abort();
        } else if (!paused && quiet > 2 * pingNanos) {
            LOG.info("Closing a WebSocket: nothing was received for {} s (limit: pingInterval)", quiet / 1_000_000_000);
            connection.resources().counters().slowSenders.increment();
            abort();
        } else if (!paused && quiet > pingNanos / 2 && now - lastPingNanos > pingNanos / 2 && !webSocket.isClosed()) {
            lastPingNanos = now;
            var unused = webSocket.writePing(Buffer.buffer());
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
                "Closing a WebSocket whose client does not read: {} messages queued,"
                        + " no bytes sent for {} (limit: queue.writeTimeout)",
                sendQueue.size(),
                limits.writeTimeout());
        notifySlowPeer();
        abort();
    }

    /**
     * Closes the connection without a close frame, unless it is closed already: another connection may have its
     * addresses then.
     */
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

    /** Called when the connection is closed. */
    void onConnectionLost() {
        sendQueue.abort();
        releaseResources();
        notifyClosed();
    }

    /** Releases the memory of pending input and output. */
    private void releaseResources() {
        released = true;
        updatePendingBytes();
        receiveBudget.release();
        fragments.discardPartialMessage();
    }
}
