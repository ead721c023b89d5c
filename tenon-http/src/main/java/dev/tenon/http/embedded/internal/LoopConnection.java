package dev.tenon.http.embedded.internal;

import dev.tenon.http.LoopHttp;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.nio.AbstractNioChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A connection to a server, for one call after the other. Lives on its event loop. */
final class LoopConnection extends ChannelInboundHandlerAdapter {
    private static final int FIRST_LINE_BYTES = 8 << 10;
    private static final int HEAD_BYTES = 128 << 10;
    private static final int CHUNK_BYTES = 64 << 10;
    private static final int INFORMATIONAL = 1;
    private static final int SWITCHING = 101;
    /** For how long one is kept that nobody uses. A server that closes them sooner mostly says so. */
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(15);

    private static final Pattern TIMEOUT = Pattern.compile("timeout\\s*=\\s*([0-9]{1,6})");
    private static final int HEAD_ROOM = 512;

    private final Channel channel;
    private final LoopClient client;
    private final InetSocketAddress server;
    private @Nullable LoopCall call;
    private boolean headCame;
    private boolean skipping;
    private boolean keepsAlive;
    private long idleNanos = IDLE_NANOS;
    private long freeSince;

    private LoopConnection(Channel channel, LoopClient client, InetSocketAddress server) {
        this.channel = channel;
        this.client = client;
        this.server = server;
    }

    static void prepare(Channel channel) {
        channel.pipeline()
                .addLast(new HttpResponseDecoder(new HttpDecoderConfig()
                        // What the headers of an answer hold goes no further, and the other client takes it as it is,
                        // too.
                        .setValidateHeaders(false)
                        .setMaxInitialLineLength(FIRST_LINE_BYTES)
                        .setMaxHeaderSize(HEAD_BYTES)
                        .setMaxChunkSize(CHUNK_BYTES)));
    }

    /** A channel that is connected and prepared. */
    static LoopConnection over(Channel channel, LoopClient client, InetSocketAddress server) {
        LoopConnection connection = new LoopConnection(channel, client, server);
        channel.pipeline().addLast(connection);
        return connection;
    }

    InetSocketAddress server() {
        return server;
    }

    boolean isOld() {
        return System.nanoTime() - freeSince > idleNanos;
    }

    /**
     * Whether it can take a request. What has come meanwhile is read first: a server may have closed it a moment ago, and a request
     * to such a server may have been carried out or not.
     */
    boolean isGood() {
        if (isOld() || !channel.isActive()) {
            return false;
        }
        ((AbstractNioChannel.NioUnsafe) channel.unsafe()).read();
        return channel.isActive();
    }

    void send(LoopCall next, LoopHttp.Post post) {
        call = next;
        headCame = false;
        StringBuilder head = new StringBuilder(HEAD_ROOM);
        head.append("POST ").append(post.path()).append(" HTTP/1.1\r\nHost: ").append(post.host());
        post.headers()
                .forEach((name, value) ->
                        head.append("\r\n").append(name).append(": ").append(value));
        head.append("\r\nContent-Length: ").append(post.body().length).append("\r\n\r\n");
        ByteBuf out = channel.alloc().buffer(head.length() + post.body().length);
        ByteBufUtil.writeAscii(out, head);
        out.writeBytes(post.body());
        var unused = channel.writeAndFlush(out, channel.voidPromise());
    }

    /** Whether nothing more is read for now. */
    void holdBack(boolean held) {
        channel.config().setAutoRead(!held);
    }

    /** Its call is over. */
    void freed(boolean reusable) {
        call = null;
        if (reusable && channel.isActive()) {
            holdBack(false);
            freeSince = System.nanoTime();
            client.keep(this);
        } else {
            close();
        }
    }

    void close() {
        call = null;
        var unused = channel.close();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        try {
            LoopCall now = call;
            HttpObject part = (HttpObject) message;
            if (now == null) {
                // Nobody has asked for anything.
                close();
            } else if (part.decoderResult().isFailure()) {
                broken(new IOException("The server does not speak HTTP: "
                        + part.decoderResult().cause()));
            } else {
                take(part, now);
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private void take(HttpObject part, LoopCall now) {
        if (part instanceof HttpResponse response) {
            int status = response.status().code();
            if (status == SWITCHING) {
                broken(new IOException("The server switches to another protocol, which nobody has asked for"));
                return;
            }
            skipping = status / 100 == INFORMATIONAL;
            if (!skipping) {
                headCame = true;
                keepsAlive = HttpUtil.isKeepAlive(response) && isBounded(response);
                idleNanos = idle(response);
                now.head(response);
            }
        }
        if (part instanceof HttpContent content && !skipping) {
            now.piece(content.content());
            if (part instanceof LastHttpContent) {
                now.complete(keepsAlive);
            }
        }
    }

    private static boolean isBounded(HttpResponse response) {
        int status = response.status().code();
        return HttpUtil.isContentLengthSet(response)
                || HttpUtil.isTransferEncodingChunked(response)
                || status == 204
                || status == 304;
    }

    /** A server says how long it waits; a second less is safe. */
    private static long idle(HttpResponse response) {
        String said = response.headers().get("Keep-Alive");
        if (said == null) {
            return IDLE_NANOS;
        }
        Matcher timeout = TIMEOUT.matcher(said);
        return timeout.find()
                ? Math.min(IDLE_NANOS, TimeUnit.SECONDS.toNanos(Integer.parseInt(timeout.group(1)) - 1L))
                : IDLE_NANOS;
    }

    private void broken(IOException why) {
        LoopCall now = call;
        close();
        if (now != null) {
            now.broken(why);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (call == null) {
            client.gone(this);
        }
        broken(new IOException(
                headCame ? "The connection was closed before the answer was complete" : "The connection was closed"));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable problem) {
        broken(problem instanceof IOException known ? known : new IOException(problem));
    }
}
