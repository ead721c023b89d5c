package dev.tenon.http.embedded.internal.channel;

import dev.tenon.http.embedded.internal.HttpServerConfig;
import dev.tenon.http.embedded.internal.connection.ConnectionRegistry;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The network channels that clients have opened, from the moment of their acceptance, before any handshake of TLS: a
 * bounded number. Here a connection can be cut without waiting for a reader who stands still, which an HTTP connection
 * of Vert.x cannot.
 */
public final class AcceptedChannels {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.http");

    private static final int MAX_FLUSHES = FlushConsolidationHandler.DEFAULT_EXPLICIT_FLUSH_AFTER_FLUSHES;

    private final HttpServerConfig setup;
    private final EventLoopMemoryBudgets memories;
    private final ConnectionCounters counters;
    private final LogRateLimiter refusals = new LogRateLimiter(1, Duration.ofSeconds(1));
    private final Map<AddressPair, Channel> open = new ConcurrentHashMap<>();

    public AcceptedChannels(HttpServerConfig setup, EventLoopMemoryBudgets memories, ConnectionCounters counters) {
        this.counters = counters;
        this.setup = setup;
        this.memories = memories;
    }

    /** Both ends of a connection, which tell it from every other that is open. */
    private record AddressPair(SocketAddress remote, SocketAddress local) {}

    private @Nullable Channel channelOf(HttpConnection connection) {
        return open.get(new AddressPair(connection.remoteAddress(), connection.localAddress()));
    }

    /** Takes in a channel; false when there are too many. One that is gone already is let in, to be found out later. */
    @SuppressWarnings("deprecation") // The one way to set it without making a receive buffer for each channel.
    boolean tryAccept(Channel channel) {
        int most = setup.limits().maxConnections();
        if (open.size() >= most) {
            counters.refusedConnections.increment();
            long unlogged = refusals.tryAdmit();
            if (unlogged >= 0) {
                LOG.warn(
                        "Closed a new connection: {} are open (limit: connections); {} more not logged",
                        most,
                        unlogged);
            }
            return false;
        }
        if (channel.remoteAddress() instanceof InetSocketAddress remote
                && channel.localAddress() instanceof InetSocketAddress local) {
            AddressPair ends =
                    new AddressPair(SocketAddress.inetSocketAddress(remote), SocketAddress.inetSocketAddress(local));
            open.put(ends, channel);
            channel.closeFuture().addListener(closed -> open.remove(ends, channel));
        }
        // So much is read in one turn of the event loop, and no more than that is held when it must wait.
        channel.config().setOption(ChannelOption.MAX_MESSAGES_PER_READ, 1);
        if (setup.allowsMultiplexing()) {
            // What is written in one turn of the event loop leaves in one piece. An answer of HTTP/1.1 does so by
            // itself.
            channel.pipeline().addLast(new FlushConsolidationHandler(MAX_FLUSHES, true));
        }
        channel.pipeline().addLast(new ReadPacer(memories, setup.limits().idleTimeout(), counters.slowSenders));
        if (setup.tls() == null) {
            channel.pipeline()
                    .addLast(new RequestFramingHandler(setup.limits(), memories, counters, setup.clearTextHttp2()));
        }
        return true;
    }

    /**
     * Vert.x has reported a connection, and {@link ConnectionRegistry} watches it from now on. Returns what paces its
     * requests; null when it does not speak HTTP/1.1.
     */
    @Nullable public RequestFramingHandler attachFramer(HttpConnection connection) {
        Channel channel = channelOf(connection);
        if (channel == null) {
            return null;
        }
        RequestFramingHandler framer = RequestFramingHandler.install(channel, setup.limits(), memories, counters);
        ReadPacer pacer = channel.pipeline().get(ReadPacer.class);
        pacer.setSlicing(framer == null);
        pacer.onRegistered();
        return framer;
    }

    /** Closes all channels at once; what they had to send is dropped. */
    public void abortAll() {
        open.values().forEach(channel -> channel.eventLoop()
                .execute(() -> channel.unsafe().close(channel.unsafe().voidPromise())));
    }

    /** Closes a connection at once; what it had to send is dropped. */
    public void abort(HttpConnection connection) {
        Channel channel = channelOf(connection);
        if (channel == null) {
            var unused = connection.close();
        } else {
            // Closes from the head of the pipeline: handlers behind it would wait for pending writes.
            var unused = channel.pipeline().firstContext().close();
        }
    }
}
