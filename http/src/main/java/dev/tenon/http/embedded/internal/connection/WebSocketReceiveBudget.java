package dev.tenon.http.embedded.internal.connection;

import dev.tenon.http.embedded.internal.channel.ReadPacer;
import dev.tenon.internal.buffer.MemoryBudget;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.websocketx.WebSocket08FrameDecoder;
import java.time.Duration;

/**
 * Counts the received bytes of a WebSocket message until it has been parsed, against the limit on bodies: the decoder
 * buffers incomplete frames. Confined to one event loop.
 */
final class WebSocketReceiveBudget {
    private final Channel channel;
    private final ReadPacer pacer;
    private final MemoryBudget budget;
    private final Runnable onFull;
    private int bytes;
    private long messageStart;
    private boolean rejected;

    /**
     * Creates the budget of a channel that has been upgraded to WebSocket.
     *
     * @param onFull called once when there is no room for a message; received and further data is discarded then
     */
    WebSocketReceiveBudget(Channel channel, MemoryBudget budget, Runnable onFull) {
        this.channel = channel;
        this.pacer = channel.pipeline().get(ReadPacer.class);
        this.budget = budget;
        this.onFull = onFull;
        pacer.setByteListener(this::acquireOrDiscardInput);
    }

    private void acquireOrDiscardInput(int received) {
        if (rejected) {
            return;
        }
        if (budget.tryGrow(bytes, bytes + received)) {
            messageStart = bytes == 0 ? System.nanoTime() : messageStart;
            bytes += received;
            pacer.setInRequest(true);
        } else {
            rejected = true;
            channel.pipeline().replace(WebSocket08FrameDecoder.class, "refused", new DiscardingHandler());
            release();
            onFull.run();
        }
    }

    /** Discards all further input. */
    private static final class DiscardingHandler extends SimpleChannelInboundHandler<ByteBuf> {
        @Override
        protected void channelRead0(ChannelHandlerContext context, ByteBuf bytes) {
            // The superclass releases it.
        }
    }

    /** Releases the bytes when no message is being received. */
    void release() {
        budget.release(bytes);
        bytes = 0;
        pacer.setInRequest(false);
    }

    /** Pauses or resumes reading; on resumption the timeout of the current message restarts. */
    void setPaused(boolean paused) {
        if (paused) {
            pacer.pause(ReadPacer.PauseReason.REQUEST);
        } else {
            messageStart = System.nanoTime();
            pacer.resume(ReadPacer.PauseReason.REQUEST);
        }
    }

    /** Returns whether a message has started that long ago and is incomplete. */
    boolean isOverdue(Duration time) {
        return bytes > 0 && System.nanoTime() - messageStart > time.toNanos();
    }
}
