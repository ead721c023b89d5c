package dev.tenon.http.embedded.internal.connection;

import dev.tenon.http.embedded.HttpServerLimits;
import dev.tenon.http.embedded.internal.channel.EventLoopMemoryBudget;
import dev.tenon.http.embedded.internal.channel.RequestPipeliningHandler;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The connection of a client and its active requests. Confined to one event loop. */
final class ClientConnection {
    private final HttpConnection connection;
    private final HttpServerResources resources;
    private final EventLoopMemoryBudget memory;
    private final Runnable onClosed;
    /** Null if the connection is not HTTP/1.1. */
    private final @Nullable RequestPipeliningHandler pipelining;

    /** At most one in HTTP/1.1. */
    private final List<VertxExchange> exchanges = new ArrayList<>(1);

    private final String remoteHost;
    private long idleSince = System.nanoTime();
    /** The WebSocket to which the connection was upgraded, which checks its own timeouts; null while it is HTTP. */
    private @Nullable ServerWebSocketChannel webSocket;

    ClientConnection(
            HttpConnection connection, HttpServerResources resources, EventLoopMemoryBudget memory, Runnable onClosed) {
        this.connection = connection;
        this.resources = resources;
        this.memory = memory;
        this.pipelining = resources.channels().registerAndInstallPipelining(connection);
        this.onClosed = onClosed;
        SocketAddress remote = connection.remoteAddress();
        String host = remote == null ? null : remote.hostAddress();
        this.remoteHost = host == null ? "unknown" : host;
    }

    /** Returns the IP address of the client. */
    String remoteHost() {
        return remoteHost;
    }

    HttpServerResources resources() {
        return resources;
    }

    void register(VertxExchange exchange) {
        exchanges.add(exchange);
        resources.activeExchanges().incrementAndGet();
    }

    EventLoopMemoryBudget memory() {
        return memory;
    }

    /** Pauses or resumes passing on received data. */
    void setInputPaused(boolean paused) {
        if (pipelining != null) {
            pipelining.setInputPaused(paused);
        }
    }

    /** Called when a response is complete: the next request may follow. */
    void onResponseComplete() {
        if (pipelining != null) {
            pipelining.onResponseComplete();
        }
    }

    /** Adds the pending output of this connection. */
    void collectPendingOutput(List<ConnectionMonitor.PendingOutput> all, long now) {
        exchanges.forEach(exchange -> exchange.collectPendingOutput(all, now));
        if (pipelining != null && pipelining.pendingBytes() > 0) {
            all.add(new ConnectionMonitor.PendingOutput(now - idleSince, this::abort));
        }
        if (webSocket != null) {
            webSocket.collectPendingOutput(all);
        }
    }

    void unregister(VertxExchange exchange) {
        if (exchanges.remove(exchange)) {
            resources.activeExchanges().decrementAndGet();
            idleSince = System.nanoTime();
        }
    }

    /** Drops the active requests and their pending output from the counts when the connection is closed. */
    void releaseExchanges() {
        exchanges.forEach(VertxExchange::releasePendingBytes);
        resources.activeExchanges().addAndGet(-exchanges.size());
        exchanges.clear();
    }

    /** Upgrades the connection to a WebSocket. */
    void switchToWebSocket(ServerWebSocketChannel channel) {
        webSocket = channel;
        if (pipelining != null) {
            pipelining.detach();
        }
    }

    /** Closes the connection if it has been idle for too long, and aborts requests that take too long. */
    void enforceTimeouts(long now, HttpServerLimits limits) {
        if (webSocket != null) {
            webSocket.pingOrDisconnect(limits);
            return;
        }
        if (exchanges.isEmpty() && now - idleSince > limits.idleTimeout().toNanos()) {
            if (pipelining != null && pipelining.pendingBytes() > 0) {
                // Only a part of a request head has arrived.
                resources.counters().slowSenders.increment();
            }
            abort();
        }
        List.copyOf(exchanges).forEach(exchange -> exchange.abortIfTimedOut(now, resources.counters()));
    }

    /** Notifies {@link ConnectionMonitor} that the connection is closed. */
    void unregisterFromMonitor() {
        onClosed.run();
    }

    /** Closes the connection after pending output has been sent. */
    void closeGracefully() {
        var unused = connection.close();
    }

    /** Closes the connection at once. */
    void abort() {
        resources.channels().abort(connection);
    }
}
