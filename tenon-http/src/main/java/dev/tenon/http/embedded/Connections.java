package dev.tenon.http.embedded;

import io.vertx.core.http.HttpConnection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The connections of one event loop, and with those of the others a bounded number. */
final class Connections {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.http");

    private final HttpBounds bounds;
    private final BodyBudget budget;
    private final AtomicInteger all;
    private final Map<HttpConnection, Connection> open = new HashMap<>();

    /**
     * No connection yet.
     *
     * @param all counts the connections of all event loops
     */
    Connections(HttpBounds bounds, BodyBudget budget, AtomicInteger all) {
        this.bounds = bounds;
        this.budget = budget;
        this.all = all;
    }

    void opened(HttpConnection connection) {
        if (all.incrementAndGet() > bounds.connections()) {
            all.decrementAndGet();
            LOG.warn("Closed a new connection: {} are open", bounds.connections());
            var unused = connection.close();
            return;
        }
        open.put(connection, new Connection(connection, budget));
        connection.closeHandler(nothing -> closed(connection));
    }

    private void closed(HttpConnection connection) {
        if (open.remove(connection) != null) {
            all.decrementAndGet();
        }
    }

    Connection of(HttpConnection connection) {
        Connection known = open.get(connection);
        return known == null ? new Connection(connection, budget) : known;
    }

    void sweep() {
        long now = System.nanoTime();
        List.copyOf(open.values())
                .forEach(connection -> connection.sweep(now, bounds.idle().toNanos()));
    }
}
