package dev.tenon.http.embedded.internal;

import dev.tenon.http.LoopAnswer;
import dev.tenon.http.LoopHttp;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Sends requests on one event loop, which alone touches it. */
final class LoopClient implements LoopHttp {
    private static final int MOST_UNDER_WAY = 256;
    private static final int MOST_IDLE = 256;
    private static final long SWEEP_MS = 1000;

    private final EventLoop loop;
    private final Map<InetSocketAddress, Deque<LoopConnection>> idle = new HashMap<>();
    private int idleCount;
    private int underWay;
    private boolean sweeping;
    private boolean closed;

    LoopClient(EventLoop loop) {
        this.loop = loop;
    }

    @Override
    public boolean hasRoom() {
        return underWay < MOST_UNDER_WAY && !closed;
    }

    @Override
    public Runnable post(Post post, LoopAnswer answer) {
        LoopCall call = new LoopCall(this, loop, post, answer);
        underWay++;
        LoopConnection ready = ready(post.server());
        if (ready == null) {
            connect(call);
        } else {
            call.send(ready);
        }
        return call::abort;
    }

    /** The one that was used last and is still good. */
    private @Nullable LoopConnection ready(InetSocketAddress server) {
        Deque<LoopConnection> kept = idle.get(server);
        while (kept != null && !kept.isEmpty()) {
            LoopConnection last = kept.removeLast();
            idleCount--;
            if (last.isGood()) {
                return last;
            }
            last.close();
        }
        return null;
    }

    private void connect(LoopCall call) {
        Post post = call.request();
        int longest =
                (int) Math.min(Integer.MAX_VALUE, Math.max(1, post.connectTime().toMillis()));
        new Bootstrap()
                .group(loop)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, longest)
                .handler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        LoopConnection.prepare(channel);
                    }
                })
                .connect(post.server())
                .addListener(done -> {
                    if (done.isSuccess()) {
                        Channel channel = ((ChannelFuture) done).channel();
                        call.send(LoopConnection.over(channel, this, post.server()));
                    } else {
                        call.notConnected(done.cause());
                    }
                });
    }

    /** A call is over. */
    void ended() {
        underWay--;
    }

    /** Keeps a connection for the next call. */
    void keep(LoopConnection connection) {
        if (closed || idleCount >= MOST_IDLE) {
            connection.close();
            return;
        }
        idle.computeIfAbsent(connection.server(), any -> new ArrayDeque<>()).addLast(connection);
        idleCount++;
        if (!sweeping) {
            sweeping = true;
            var unused = loop.schedule(this::sweep, SWEEP_MS, TimeUnit.MILLISECONDS);
        }
    }

    /** A connection that was kept is no more. */
    void gone(LoopConnection connection) {
        Deque<LoopConnection> kept = idle.get(connection.server());
        if (kept != null && kept.remove(connection)) {
            idleCount--;
            if (kept.isEmpty()) {
                idle.remove(connection.server());
            }
        }
    }

    /** Closes those that nobody has used for too long. */
    private void sweep() {
        sweeping = false;
        idle.values().forEach(kept -> {
            while (!kept.isEmpty() && kept.getFirst().isOld()) {
                idleCount--;
                kept.removeFirst().close();
            }
        });
        idle.values().removeIf(Deque::isEmpty);
        if (idleCount > 0 && !closed) {
            sweeping = true;
            var unused = loop.schedule(this::sweep, SWEEP_MS, TimeUnit.MILLISECONDS);
        }
    }

    void close() {
        closed = true;
        idle.values().forEach(kept -> kept.forEach(LoopConnection::close));
        idle.clear();
        idleCount = 0;
    }
}
