package dev.tenon.http.embedded.internal.channel;

import static dev.tenon.http.embedded.internal.HttpServerConfig.LOG;

import dev.tenon.http.embedded.internal.HttpServerConfig;
import dev.tenon.internal.concurrent.LogRateLimiter;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.SocketAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The network channels of clients, from the moment they are accepted, before any TLS handshake; their number is
 * limited. A channel can be aborted without waiting for a client that does not read, which a Vert.x HTTP connection
 * cannot.
 */
public final class AcceptedChannels {
    private static final int MAX_FLUSHES = FlushConsolidationHandler.DEFAULT_EXPLICIT_FLUSH_AFTER_FLUSHES;

    private final HttpServerConfig config;
    private final EventLoopMemoryBudgets memoryBudgets;
    private final LimitViolationCounters counters;
    private final LogRateLimiter refusals = new LogRateLimiter(1, Duration.ofSeconds(1));
    private final Map<AddressPair, Channel> open = new ConcurrentHashMap<>();

    public AcceptedChannels(
            HttpServerConfig config, EventLoopMemoryBudgets memoryBudgets, LimitViolationCounters counters) {
        this.counters = counters;
        this.config = config;
        this.memoryBudgets = memoryBudgets;
    }

    /** Both addresses of a connection, which identify it among the open ones. */
    private record AddressPair(SocketAddress remote, SocketAddress local) {}

    private @Nullable Channel channelOf(HttpConnection connection) {
        return open.get(new AddressPair(connection.remoteAddress(), connection.localAddress()));
    }

    /**
     * Accepts a channel and builds its pipeline; returns false if there are too many. A channel that is closed already
     * is accepted, and detected later.
     */
    @SuppressWarnings("deprecation") // The only way to set it without creating a receive buffer for each channel.
    boolean tryAcceptAndInstallHandlers(Channel channel) {
        int maxConnections = config.limits().maxConnections();
        if (open.size() >= maxConnections) {
            counters.refusedConnections.increment();
            long unlogged = refusals.admitAndTakeSuppressed();
            if (unlogged >= 0) {
                LOG.warn(
                        "Closed a new connection: {} are open (limit: maxConnections); {} more not logged",
                        maxConnections,
                        unlogged);
            }
            return false;
        }
        if (channel.remoteAddress() instanceof InetSocketAddress remote
                && channel.localAddress() instanceof InetSocketAddress local) {
            AddressPair addresses =
                    new AddressPair(SocketAddress.inetSocketAddress(remote), SocketAddress.inetSocketAddress(local));
            open.put(addresses, channel);
            channel.closeFuture().addListener(closed -> open.remove(addresses, channel));
        }
        // One read per turn of the event loop, which also limits the buffered data while reading is paused.
        channel.config().setOption(ChannelOption.MAX_MESSAGES_PER_READ, 1);
        // All writes of one turn of the event loop are flushed together.
        channel.pipeline().addLast(new FlushConsolidationHandler(MAX_FLUSHES, true));
        channel.pipeline().addLast(new ReadPacer(memoryBudgets, config.limits().idleTimeout(), counters.slowSenders));
        if (config.tls() == null) {
            channel.pipeline()
                    .addLast(new RequestPipeliningHandler(
                            config.limits(), memoryBudgets, counters, config.clearTextHttp2()));
        }
        return true;
    }

    /**
     * Called when Vert.x has reported a connection, which {@code ConnectionMonitor} monitors from now on. Cancels the
     * registration timeout, and has received data passed on in pieces unless the connection is HTTP/1.1. Returns the
     * handler that frames its requests; null if the connection is not HTTP/1.1.
     */
    @Nullable public RequestPipeliningHandler registerAndInstallPipelining(HttpConnection connection) {
        Channel channel = channelOf(connection);
        if (channel == null) {
            return null;
        }
        RequestPipeliningHandler pipelining =
                RequestPipeliningHandler.findOrInstall(channel, config.limits(), memoryBudgets, counters);
        ReadPacer pacer = channel.pipeline().get(ReadPacer.class);
        pacer.setSlicing(pipelining == null);
        pacer.cancelRegistrationTimeout();
        return pipelining;
    }

    /** Closes all channels at once; their pending output is dropped. */
    public void abortAll() {
        open.values().forEach(channel -> channel.eventLoop()
                .execute(() -> channel.unsafe().close(channel.unsafe().voidPromise())));
    }

    /** Closes a connection at once; its pending output is dropped. */
    public void abort(HttpConnection connection) {
        Channel channel = channelOf(connection);
        if (channel == null) {
            var unused = connection.close();
        } else {
            // Closes from the head of the pipeline: later handlers would wait for pending writes.
            var unused = channel.pipeline().firstContext().close();
        }
    }
}
