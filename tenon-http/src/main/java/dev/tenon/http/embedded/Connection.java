package dev.tenon.http.embedded;

import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A client's connection and the requests on it. Lives on one event loop. */
final class Connection {
    private final HttpConnection connection;
    private final Shared shared;
    private final LoopMemory memory;
    private final Runnable whenClosed;
    /** Null when it does not speak HTTP/1.1. */
    private final @Nullable RequestFramer framer;

    /** In HTTP/1.1 there is one at most. */
    private final List<Visit> visits = new ArrayList<>(1);

    private final String remoteHost;
    private long quietSince = System.nanoTime();
    /** What it has become, which looks after itself; null while it is HTTP. */
    private @Nullable WebSocketChannel socket;

    Connection(HttpConnection connection, Shared shared, LoopMemory memory, Runnable whenClosed) {
        this.connection = connection;
        this.shared = shared;
        this.memory = memory;
        this.framer = shared.channels().reported(connection);
        this.whenClosed = whenClosed;
        SocketAddress remote = connection.remoteAddress();
        String host = remote == null ? null : remote.hostAddress();
        this.remoteHost = host == null ? "unknown" : host;
    }

    /** The IP address of the client. */
    String remoteHost() {
        return remoteHost;
    }

    Shared shared() {
        return shared;
    }

    void opened(Visit visit) {
        visits.add(visit);
        shared.visits().incrementAndGet();
    }

    LoopMemory memory() {
        return memory;
    }

    /** Passes on nothing more of what comes, or goes on to do so. */
    void pause(boolean pause) {
        if (framer != null) {
            framer.pause(pause);
        }
    }

    /** A request is answered: the next one may come. */
    void answered() {
        if (framer != null) {
            framer.answered();
        }
    }

    /** Adds what waits here for its peer to read. */
    void addWaiting(List<Connections.Waiting> all, long now) {
        visits.forEach(visit -> visit.addWaiting(all, now));
        if (framer != null && framer.waiting() > 0) {
            all.add(new Connections.Waiting(now - quietSince, this::cut));
        }
        if (socket != null) {
            socket.addWaiting(all);
        }
    }

    void done(Visit visit) {
        if (visits.remove(visit)) {
            shared.visits().decrementAndGet();
            quietSince = System.nanoTime();
        }
    }

    /** It is gone, and with it whatever was not settled. */
    void forget() {
        visits.forEach(Visit::forgetWaiting);
        shared.visits().addAndGet(-visits.size());
        visits.clear();
    }

    /** From now on it is a WebSocket. */
    void upgraded(WebSocketChannel channel) {
        socket = channel;
        if (framer != null) {
            framer.leave();
        }
    }

    /** Closes it when it has been quiet for too long, and ends requests on it that take too long. */
    void sweep(long now, HttpBounds bounds) {
        if (socket != null) {
            socket.look(bounds);
            return;
        }
        if (visits.isEmpty() && now - quietSince > bounds.idle().toNanos()) {
            if (framer != null && framer.waiting() > 0) {
                // A part of a head has come, and not the rest.
                shared.counters().slowSenders.increment();
            }
            cut();
        }
        List.copyOf(visits).forEach(visit -> visit.sweep(now, shared.counters()));
    }

    /** It is gone. */
    void closed() {
        whenClosed.run();
    }

    /** Closes it when what was written has left. */
    void close() {
        var unused = connection.close();
    }

    /** Closes it at once. */
    void cut() {
        shared.channels().cut(connection);
    }
}
