package dev.tenon.http.embedded;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;

/**
 * Lets what is written in one turn of the event loop leave in one piece, such as several events of a stream: each piece is a
 * system call. While the network is being read, Vert.x does so itself. Stands at the front of one connection's pipeline.
 */
final class OneFlush extends ChannelDuplexHandler {
    private boolean reading;
    private boolean waiting;

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        reading = true;
        context.fireChannelRead(message);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        context.fireChannelReadComplete();
        reading = false;
    }

    @Override
    public void flush(ChannelHandlerContext context) {
        if (reading) {
            waiting = false;
            context.flush();
        } else if (!waiting) {
            waiting = true;
            context.executor().execute(() -> flushWaiting(context));
        }
    }

    private void flushWaiting(ChannelHandlerContext context) {
        if (waiting) {
            waiting = false;
            context.flush();
        }
    }

    /** More is not to be gathered than the connection takes. */
    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (!context.channel().isWritable()) {
            flushWaiting(context);
        }
        context.fireChannelWritabilityChanged();
    }

    @Override
    public void disconnect(ChannelHandlerContext context, ChannelPromise promise) {
        flushWaiting(context);
        var unused = context.disconnect(promise);
    }

    @Override
    public void close(ChannelHandlerContext context, ChannelPromise promise) {
        flushWaiting(context);
        var unused = context.close(promise);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        flushWaiting(context);
    }
}
