package dev.tenon.http.embedded;

import dev.tenon.server.HttpEndpoint;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a {@link TenonHttpBuilder} was told. */
record Setup(
        List<Served> served,
        String host,
        int port,
        HttpBounds bounds,
        @Nullable Tls tls,
        @Nullable String webSocketPath,
        boolean clearTextHttp2,
        boolean closesServer) {
    /** Whether a connection may carry several answers at once, by HTTP/2, or messages of a WebSocket. */
    boolean mayMultiplex() {
        return tls != null || clearTextHttp2 || webSocketPath != null;
    }

    Served first() {
        return served.get(0);
    }

    /** Who takes a request for that path: the first that serves it, and else the first, which says that nothing is there. */
    HttpEndpoint endpointAt(String path) {
        for (Served one : served) {
            if (one.endpoint().serves(path)) {
                return one.endpoint();
            }
        }
        return first().endpoint();
    }
}
