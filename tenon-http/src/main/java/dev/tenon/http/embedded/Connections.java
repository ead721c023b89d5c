package dev.tenon.http.embedded;

import io.vertx.core.http.HttpConnection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The connections of one event loop. */
final class Connections {
    private final HttpBounds bounds;
    private final Shared shared;
    private final Map<HttpConnection, Connection> open = new HashMap<>();

    Connections(HttpBounds bounds, Shared shared) {
        this.bounds = bounds;
        this.shared = shared;
    }

    void opened(HttpConnection connection) {
        of(connection);
    }

    /** The connection; new where HTTP/2 in clear text has taken the place of the one that it was upgraded from. */
    Connection of(HttpConnection connection) {
        return open.computeIfAbsent(connection, opened -> {
            opened.closeHandler(nothing -> closed(opened));
            return new Connection(opened, shared, () -> closed(opened));
        });
    }

    private void closed(HttpConnection connection) {
        Connection known = open.remove(connection);
        if (known != null) {
            known.forget();
        }
    }

    void sweep() {
        long now = System.nanoTime();
        List.copyOf(open.values())
                .forEach(connection -> connection.sweep(now, bounds.idle().toNanos()));
    }
}
