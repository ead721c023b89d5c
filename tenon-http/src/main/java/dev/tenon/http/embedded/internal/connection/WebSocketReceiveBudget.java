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
 * Counts what has come of a message over a WebSocket until that has been parsed, against the bound on bodies: the
 * decoder keeps a frame until it is whole. Lives on one event loop.
 */
final class WebSocketReceiveBudget {
    private final Channel channel;
    private final ReadPacer pacer;
    private final MemoryBudget bodies;
    private final Runnable whenFull;
    private int bytes;
    private long beganAt;
    private boolean refused;

    /**
     * The input of a channel that has become a WebSocket.
     *
     * @param whenFull is run, once, when there is no room for a message; what has come of it is thrown away then, and
     *     what comes
     */
    WebSocketReceiveBudget(Channel channel, MemoryBudget bodies, Runnable whenFull) {
        this.channel = channel;
        this.pacer = channel.pipeline().get(ReadPacer.class);
        this.bodies = bodies;
        this.whenFull = whenFull;
        pacer.setByteListener(this::onBytes);
    }

    private void onBytes(int more) {
        if (refused) {
            return;
        }
        if (bodies.tryGrow(bytes, bytes + more)) {
            beganAt = bytes == 0 ? System.nanoTime() : beganAt;
            bytes += more;
            pacer.setInRequest(true);
        } else {
            refused = true;
            channel.pipeline().replace(WebSocket08FrameDecoder.class, "refused", new DiscardingHandler());
            release();
            whenFull.run();
        }
    }

    /** Throws away what comes. */
    private static final class DiscardingHandler extends SimpleChannelInboundHandler<ByteBuf> {
        @Override
        protected void channelRead0(ChannelHandlerContext context, ByteBuf bytes) {
            // The caller releases it.
        }
    }

    /** No message is on its way any more. */
    void release() {
        bodies.release(bytes);
        bytes = 0;
        pacer.setInRequest(false);
    }

    /** Reads nothing more, or goes on to do so; the time of a message that has begun starts anew. */
    void setPaused(boolean pause) {
        if (pause) {
            pacer.pause(ReadPacer.PauseReason.REQUEST);
        } else {
            beganAt = System.nanoTime();
            pacer.resume(ReadPacer.PauseReason.REQUEST);
        }
    }

    /** Whether a message has begun that long ago and is not whole. */
    boolean isOverdue(Duration time) {
        return bytes > 0 && System.nanoTime() - beganAt > time.toNanos();
    }
}
