package dev.tenon.http.embedded.internal;

import dev.tenon.http.embedded.HttpServerLimits;
import dev.tenon.http.embedded.TenonHttpServerBuilder;
import dev.tenon.http.embedded.TlsCertificate;
import dev.tenon.server.http.HttpEndpoint;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a {@link TenonHttpServerBuilder} was told. */
public record HttpServerConfig(
        List<ServedEndpoint> endpoints,
        String host,
        int port,
        HttpServerLimits limits,
        @Nullable TlsCertificate tls,
        @Nullable String webSocketPath,
        boolean clearTextHttp2,
        boolean closeServersOnShutdown) {
    /** Whether a connection may carry several answers at once, by HTTP/2, or messages of a WebSocket. */
    public boolean allowsMultiplexing() {
        return tls != null || clearTextHttp2 || webSocketPath != null;
    }

    public ServedEndpoint primaryEndpoint() {
        return endpoints.get(0);
    }

    /**
     * Who takes a request for that path: the first that serves it, and else the first, which says that nothing is
     * there.
     */
    public HttpEndpoint endpointAt(String path) {
        for (ServedEndpoint one : endpoints) {
            if (one.endpoint().canServe(path)) {
                return one.endpoint();
            }
        }
        return primaryEndpoint().endpoint();
    }
}
