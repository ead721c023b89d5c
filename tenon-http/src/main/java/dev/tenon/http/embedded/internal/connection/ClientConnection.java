package dev.tenon.http.embedded.internal.connection;

import dev.tenon.http.embedded.HttpServerLimits;
import dev.tenon.http.embedded.internal.channel.EventLoopMemoryBudget;
import dev.tenon.http.embedded.internal.channel.RequestFramingHandler;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A client's connection and the requests on it. Lives on one event loop. */
final class ClientConnection {
    private final HttpConnection connection;
    private final HttpServerResources shared;
    private final EventLoopMemoryBudget memory;
    private final Runnable onClosed;
    /** Null when it does not speak HTTP/1.1. */
    private final @Nullable RequestFramingHandler framer;

    /** In HTTP/1.1 there is one at most. */
    private final List<VertxExchange> exchanges = new ArrayList<>(1);

    private final String remoteHost;
    private long idleSince = System.nanoTime();
    /** What it has become, which looks after itself; null while it is HTTP. */
    private @Nullable ServerWebSocketChannel socket;

    ClientConnection(
            HttpConnection connection, HttpServerResources shared, EventLoopMemoryBudget memory, Runnable whenClosed) {
        this.connection = connection;
        this.shared = shared;
        this.memory = memory;
        this.framer = shared.channels().attachFramer(connection);
        this.onClosed = whenClosed;
        SocketAddress remote = connection.remoteAddress();
        String host = remote == null ? null : remote.hostAddress();
        this.remoteHost = host == null ? "unknown" : host;
    }

    /** The IP address of the client. */
    String remoteHost() {
        return remoteHost;
    }

    HttpServerResources resources() {
        return shared;
    }

    void register(VertxExchange visit) {
        exchanges.add(visit);
        shared.activeExchanges().incrementAndGet();
    }

    EventLoopMemoryBudget memory() {
        return memory;
    }

    /** Passes on nothing more of what comes, or goes on to do so. */
    void setPaused(boolean pause) {
        if (framer != null) {
            framer.setPaused(pause);
        }
    }

    /** A request is answered: the next one may come. */
    void onResponseComplete() {
        if (framer != null) {
            framer.onResponseComplete();
        }
    }

    /** Adds what waits here for its peer to read. */
    void addPendingOutput(List<ConnectionRegistry.PendingOutput> all, long now) {
        exchanges.forEach(visit -> visit.addPendingOutput(all, now));
        if (framer != null && framer.pendingBytes() > 0) {
            all.add(new ConnectionRegistry.PendingOutput(now - idleSince, this::abort));
        }
        if (socket != null) {
            socket.addPendingOutput(all);
        }
    }

    void unregister(VertxExchange visit) {
        if (exchanges.remove(visit)) {
            shared.activeExchanges().decrementAndGet();
            idleSince = System.nanoTime();
        }
    }

    /** It is gone, and with it whatever was not settled. */
    void releaseAll() {
        exchanges.forEach(VertxExchange::discardPendingOutput);
        shared.activeExchanges().addAndGet(-exchanges.size());
        exchanges.clear();
    }

    /** From now on it is a WebSocket. */
    void switchToWebSocket(ServerWebSocketChannel channel) {
        socket = channel;
        if (framer != null) {
            framer.detach();
        }
    }

    /** Closes it when it has been quiet for too long, and ends requests on it that take too long. */
    void checkTimeouts(long now, HttpServerLimits bounds) {
        if (socket != null) {
            socket.checkTimeouts(bounds);
            return;
        }
        if (exchanges.isEmpty() && now - idleSince > bounds.idleTimeout().toNanos()) {
            if (framer != null && framer.pendingBytes() > 0) {
                // A part of a head has come, and not the rest.
                shared.counters().slowSenders.increment();
            }
            abort();
        }
        List.copyOf(exchanges).forEach(visit -> visit.checkTimeouts(now, shared.counters()));
    }

    /** It is gone. */
    void notifyClosed() {
        onClosed.run();
    }

    /** Closes it when what was written has left. */
    void closeGracefully() {
        var unused = connection.close();
    }

    /** Closes it at once. */
    void abort() {
        shared.channels().abort(connection);
    }
}
