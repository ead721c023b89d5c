package dev.tenon.http.embedded;

import dev.tenon.http.HostOriginPolicy;
import dev.tenon.http.embedded.internal.HttpServerConfig;
import dev.tenon.http.embedded.internal.HttpServerConfig.ServedEndpoint;
import dev.tenon.server.McpServer;
import dev.tenon.server.http.HttpOptions;
import dev.tenon.server.http.RequestAuthenticator;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Configures an HTTP server; {@link #start} starts it. */
public final class TenonHttpServerBuilder {
    private static final int DEFAULT_PORT = 8080;
    private static final int MAX_PORT = 65_535;

    private final McpServer server;
    private String host = "127.0.0.1";
    private int port = DEFAULT_PORT;
    private HttpOptions options = HttpOptions.DEFAULT;
    /** Additional servers; those without their own options use the primary options with another path. */
    private final List<Function<HttpOptions, ServedEndpoint>> additionalServers = new ArrayList<>();

    private HttpServerLimits limits = HttpServerLimits.DEFAULT;
    private @Nullable TlsCertificate tls;
    private @Nullable String webSocketPath;
    private boolean clearTextHttp2;
    private boolean closeServersOnShutdown;

    TenonHttpServerBuilder(McpServer server) {
        this.server = server;
    }

    /**
     * Sets the host name or address on which the server listens: {@code 127.0.0.1} by default, {@code 0.0.0.0} for all
     * addresses of this machine. Requests must still name a host that {@link HttpOptions#origins} allows.
     */
    public TenonHttpServerBuilder host(String host) {
        this.host = host;
        return this;
    }

    /**
     * Sets the port: 8080 by default, 0 for any free port.
     *
     * @throws IllegalArgumentException when the port is not in 0 to 65535
     */
    public TenonHttpServerBuilder port(int port) {
        if (port < 0 || port > MAX_PORT) {
            throw new IllegalArgumentException("The port must be 0 to " + MAX_PORT + ", got " + port);
        }
        this.port = port;
        return this;
    }

    /** Sets all HTTP options: path, origins, authentication and the others. */
    public TenonHttpServerBuilder options(HttpOptions options) {
        this.options = options;
        return this;
    }

    /** Sets the path of the endpoint, {@code /mcp} by default. */
    public TenonHttpServerBuilder path(String path) {
        return options(options.withPath(path));
    }

    /** Sets the allowed hosts and origins, by default only those of this machine. */
    public TenonHttpServerBuilder origins(HostOriginPolicy origins) {
        return options(options.withOrigins(origins));
    }

    /**
     * Sets the authenticator, which may block and never runs on an event loop. Its public pages, such as the metadata
     * of a protected resource, are served as well.
     */
    public TenonHttpServerBuilder authenticator(RequestAuthenticator authenticator) {
        return options(options.withAuthenticator(authenticator));
    }

    /**
     * Sets the trusted proxies, by address or network, such as {@code 10.0.0.0/8}: the server uses their {@code
     * X-Forwarded-For}.
     */
    public TenonHttpServerBuilder trustedProxies(String... proxies) {
        return options(options.withTrustedProxies(List.of(proxies)));
    }

    /** Also serves the HTTP+SSE transport (2024-11-05), with its stream at this path. */
    public TenonHttpServerBuilder httpSse(String path) {
        return options(options.withHttpSse(path));
    }

    /** Serves only TLS, with HTTP/2 for clients that support it. */
    public TenonHttpServerBuilder tls(TlsCertificate tls) {
        this.tls = tls;
        return this;
    }

    /**
     * Also accepts HTTP/2 without TLS, by prior knowledge or upgrade. Off by default; has no effect with {@link #tls}.
     */
    public TenonHttpServerBuilder clearTextHttp2() {
        this.clearTextHttp2 = true;
        return this;
    }

    /**
     * Also serves WebSocket at this path; off by default. It is a custom transport (every revision, basic/transports,
     * "Custom Transports"):
     *
     * <ul>
     *   <li>The client opens a connection with the WebSocket handshake of RFC 6455, with the subprotocol {@code mcp}
     *       or none. {@code Host}, {@code Origin} and credentials are checked beforehand as for any request, and a
     *       rejected client gets the same HTTP response. The caller's identity does not change while the connection is
     *       open.
     *   <li>Each JSON-RPC message is one text message, in one or more frames. A binary message closes the connection
     *       with code 1003.
     *   <li>Both sides may send messages at any time, as on standard input and output, and the rules of the
     *       specification for stdio apply: one connection carries at most one session of the handshake era, and
     *       requests of 2026-07-28 are independent of it.
     *   <li>The server responds to a message beyond the limit with an error and discards it; the connection stays
     *       open. A single frame beyond twice the limit closes it with code 1009.
     *   <li>When the connection closes, its pending requests are cancelled and its session ends. It cannot be resumed.
     * </ul>
     *
     * @throws IllegalArgumentException when the path does not start with {@code /}
     */
    public TenonHttpServerBuilder webSocket(String path) {
        this.webSocketPath = requireAbsolutePath(path);
        return this;
    }

    /**
     * Serves an additional server at another path of the same address, with the origins and the authenticator of the
     * first and without HTTP+SSE. Can be called repeatedly.
     *
     * @throws IllegalArgumentException when the path does not start with {@code /}
     */
    public TenonHttpServerBuilder addServer(String path, McpServer additional) {
        String checked = requireAbsolutePath(path);
        additionalServers.add(
                first -> new ServedEndpoint(additional, first.withoutHttpSse().withPath(checked)));
        return this;
    }

    /**
     * Serves an additional server with its own options. To protect several servers with OAuth, give each an
     * authenticator for its own address, whose metadata is then found by its path. If several servers have a public
     * page at the same path, the first one serves it.
     */
    public TenonHttpServerBuilder addServer(HttpOptions options, McpServer additional) {
        additionalServers.add(first -> new ServedEndpoint(additional, options));
        return this;
    }

    private static String requireAbsolutePath(String path) {
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException("A path must start with /, got: " + path);
        }
        return path;
    }

    /** Sets the limits on connections, bodies and timeouts. The default is {@link HttpServerLimits#DEFAULT}. */
    public TenonHttpServerBuilder limits(HttpServerLimits limits) {
        this.limits = limits;
        return this;
    }

    /**
     * Makes closing the HTTP server also close each MCP server, in the right order. By default the MCP servers stay
     * open.
     */
    public TenonHttpServerBuilder closeServersOnShutdown() {
        this.closeServersOnShutdown = true;
        return this;
    }

    /**
     * Starts the server; returns when it accepts connections.
     *
     * @throws HttpServerStartException when the server cannot start; its message says why and what to do
     * @throws IllegalArgumentException when two paths collide, or a path collides with a public page
     */
    public TenonHttpServer start() {
        List<ServedEndpoint> endpoints = new ArrayList<>(List.of(new ServedEndpoint(server, options)));
        additionalServers.forEach(additional -> endpoints.add(additional.apply(options)));
        if (webSocketPath != null && countServing(endpoints, webSocketPath) > 0) {
            throw new IllegalArgumentException("The WebSocket path is already in use: " + webSocketPath);
        }
        // Each path of an endpoint must be served by that endpoint only.
        for (ServedEndpoint served : endpoints) {
            for (String path : served.options().endpointPaths()) {
                if (countServing(endpoints, path) > 1) {
                    throw new IllegalArgumentException("Two servers cannot have the same path: " + path);
                }
            }
        }
        return new TenonHttpServer(new HttpServerConfig(
                endpoints, host, port, limits, tls, webSocketPath, clearTextHttp2, closeServersOnShutdown));
    }

    private static long countServing(List<ServedEndpoint> endpoints, String path) {
        return endpoints.stream()
                .filter(served -> served.endpoint().canServe(path))
                .count();
    }
}
