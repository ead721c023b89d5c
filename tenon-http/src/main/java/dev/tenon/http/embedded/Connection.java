package dev.tenon.http.embedded;

import dev.tenon.transport.MemoryBudget;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpVersion;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A client's connection and the requests on it. Lives on one event loop. */
final class Connection {
    /** Requests whose answers have not left yet; a client that only ever asks and never reads is cut off here. */
    private static final int MOST_PIPELINED = 128;

    private final HttpConnection connection;
    private final Shared shared;
    private final Runnable whenClosed;
    private final Set<Visit> visits = new HashSet<>();
    private long quietSince = System.nanoTime();
    private boolean upgraded;

    Connection(HttpConnection connection, Shared shared, Runnable whenClosed) {
        this.connection = connection;
        this.shared = shared;
        this.whenClosed = whenClosed;
    }

    MemoryBudget budget() {
        return shared.bodies();
    }

    void opened(Visit visit) {
        visits.add(visit);
        shared.visits().incrementAndGet();
        if (visits.size() > MOST_PIPELINED && connection.protocolVersion() != HttpVersion.HTTP_2) {
            cut();
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
        shared.visits().addAndGet(-visits.size());
        visits.clear();
    }

    /** From now on it is a WebSocket, which looks after itself. */
    void upgraded() {
        upgraded = true;
    }

    /** Closes it when it has been quiet for too long, or a request on it takes too long. */
    void sweep(long now, long idleNanos) {
        boolean idle = visits.isEmpty() && now - quietSince > idleNanos;
        if (!upgraded && (idle || visits.stream().anyMatch(visit -> visit.isOverdue(now)))) {
            cut();
        }
    }

    /** It is gone. */
    void closed() {
        whenClosed.run();
    }

    /** Closes it when what was written has left. */
    void close() {
        var unused = connection.close();
    }

    /** Whether its client takes what is written to it; null when it has gone. */
    @Nullable WriteProgress progress() {
        return shared.channels().progress(connection);
    }

    /** Closes it at once. */
    void cut() {
        shared.channels().cut(connection);
    }
}
