package dev.tenon.http.embedded;

import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpVersion;
import java.util.HashSet;
import java.util.Set;

/** A client's connection and the requests on it. Lives on one event loop. */
final class Connection {
    /** Requests whose answers have not left yet; a client that only ever asks and never reads is cut off here. */
    private static final int MOST_PIPELINED = 128;

    private final HttpConnection connection;
    private final BodyBudget budget;
    private final Set<Visit> visits = new HashSet<>();
    private long quietSince = System.nanoTime();
    private boolean upgraded;

    Connection(HttpConnection connection, BodyBudget budget) {
        this.connection = connection;
        this.budget = budget;
    }

    BodyBudget budget() {
        return budget;
    }

    void opened(Visit visit) {
        visits.add(visit);
        if (visits.size() > MOST_PIPELINED && connection.protocolVersion() != HttpVersion.HTTP_2) {
            close();
        }
    }

    void done(Visit visit) {
        if (visits.remove(visit)) {
            quietSince = System.nanoTime();
        }
    }

    /** From now on it is a WebSocket, which looks after itself. */
    void upgraded() {
        upgraded = true;
    }

    /** Closes it when it has been quiet for too long, or a request on it takes too long. */
    void sweep(long now, long idleNanos) {
        boolean idle = visits.isEmpty() && now - quietSince > idleNanos;
        if (!upgraded && (idle || visits.stream().anyMatch(visit -> visit.isOverdue(now)))) {
            close();
        }
    }

    void close() {
        var unused = connection.close();
    }
}
