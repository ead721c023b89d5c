package dev.tenon.http.embedded.internal;

import dev.tenon.http.embedded.HttpServerLimits;
import dev.tenon.http.embedded.TlsCertificate;
import dev.tenon.server.http.HttpEndpoint;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The configuration that {@code TenonHttpServerBuilder} collected. */
public record HttpServerConfig(
        List<ServedEndpoint> endpoints,
        String host,
        int port,
        HttpServerLimits limits,
        @Nullable TlsCertificate tls,
        @Nullable String webSocketPath,
        boolean clearTextHttp2,
        boolean closeServersOnShutdown) {
    public ServedEndpoint primaryEndpoint() {
        return endpoints.get(0);
    }

    /**
     * Returns the first endpoint that serves that path, or the primary endpoint, which responds that there is no such
     * page.
     */
    public HttpEndpoint findEndpointOrPrimary(String path) {
        for (ServedEndpoint one : endpoints) {
            if (one.endpoint().canServe(path)) {
                return one.endpoint();
            }
        }
        return primaryEndpoint().endpoint();
    }
}
