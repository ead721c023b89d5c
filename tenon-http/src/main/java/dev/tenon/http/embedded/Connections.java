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
        open.put(connection, new Connection(connection, shared, () -> closed(connection)));
        connection.closeHandler(nothing -> closed(connection));
    }

    private void closed(HttpConnection connection) {
        Connection known = open.remove(connection);
        if (known != null) {
            known.forget();
        }
    }

    Connection of(HttpConnection connection) {
        if (!open.containsKey(connection)) {
            // HTTP/2 in clear text takes the place of the connection that it was upgraded from.
            opened(connection);
        }
        return open.get(connection);
    }

    void sweep() {
        long now = System.nanoTime();
        List.copyOf(open.values())
                .forEach(connection -> connection.sweep(now, bounds.idle().toNanos()));
    }
}
