package dev.tenon.http.embedded.internal;

import dev.tenon.http.embedded.HttpServerLimits;
import dev.tenon.http.embedded.TlsCertificate;
import dev.tenon.server.McpServer;
import dev.tenon.server.http.HttpEndpoint;
import dev.tenon.server.http.HttpOptions;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
    /** The log of the HTTP server. */
    public static final Logger LOG = LoggerFactory.getLogger("dev.tenon.http");

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

    /** A server with its HTTP options and endpoint. */
    public record ServedEndpoint(McpServer server, HttpOptions options, HttpEndpoint endpoint) {
        public ServedEndpoint(McpServer server, HttpOptions options) {
            this(server, options, server.createHttpEndpoint(options));
        }
    }
}
