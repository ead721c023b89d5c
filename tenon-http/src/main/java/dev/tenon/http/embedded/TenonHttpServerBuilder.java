package dev.tenon.http.embedded;

import dev.tenon.http.OriginPolicy;
import dev.tenon.http.embedded.internal.HttpServerConfig;
import dev.tenon.http.embedded.internal.ServedEndpoint;
import dev.tenon.server.McpServer;
import dev.tenon.server.http.HttpOptions;
import dev.tenon.server.http.RequestAuthenticator;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Describes how a server is served over HTTP; {@link #start} starts it. */
public final class TenonHttpServerBuilder {
    private static final int DEFAULT_PORT = 8080;
    private static final int LAST_PORT = 65_535;

    private final McpServer server;
    private String host = "127.0.0.1";
    private int port = DEFAULT_PORT;
    private HttpOptions options = HttpOptions.DEFAULT;
    /** Other servers; without options of their own, those of the first are changed to the path. */
    private final List<Function<HttpOptions, ServedEndpoint>> others = new ArrayList<>();

    private HttpServerLimits bounds = HttpServerLimits.DEFAULT;
    private @Nullable TlsCertificate tls;
    private @Nullable String webSocketPath;
    private boolean clearTextHttp2;
    private boolean closesServer;

    TenonHttpServerBuilder(McpServer server) {
        this.server = server;
    }

    /**
     * Where to listen: a name or an address of this machine, {@code 127.0.0.1} by default, {@code 0.0.0.0} for all of
     * its addresses. Requests must still name a host that {@link HttpOptions#origins} allow.
     */
    public TenonHttpServerBuilder host(String host) {
        this.host = host;
        return this;
    }

    /**
     * The port, 8080 by default, 0 for any that is free.
     *
     * @throws IllegalArgumentException when it is not in 0 to 65535
     */
    public TenonHttpServerBuilder port(int port) {
        if (port < 0 || port > LAST_PORT) {
            throw new IllegalArgumentException("A port is 0 to " + LAST_PORT + ", not " + port);
        }
        this.port = port;
        return this;
    }

    /** Path, origins, authentication and the rest, all at once. */
    public TenonHttpServerBuilder options(HttpOptions options) {
        this.options = options;
        return this;
    }

    /** The path of the endpoint, {@code /mcp} by default. */
    public TenonHttpServerBuilder path(String path) {
        return options(options.withPath(path));
    }

    /** Which hosts and origins are let in: by default those of this machine only. */
    public TenonHttpServerBuilder origins(OriginPolicy origins) {
        return options(options.withOrigins(origins));
    }

    /**
     * Who establishes the callers; it may block and never runs on an event loop. The public pages that it shows, such
     * as the metadata of a protected resource, are served as well.
     */
    public TenonHttpServerBuilder authenticator(RequestAuthenticator authenticator) {
        return options(options.withAuthenticator(authenticator));
    }

    /**
     * The proxies in front, by address or network, such as {@code 10.0.0.0/8}: their {@code X-Forwarded-For} is
     * believed.
     */
    public TenonHttpServerBuilder trustedProxies(String... proxies) {
        return options(options.withTrustedProxies(List.of(proxies)));
    }

    /** Serves the old HTTP+SSE transport of 2024-11-05 as well, its stream at this path. */
    public TenonHttpServerBuilder httpSse(String path) {
        return options(options.withHttpSse(path));
    }

    /** Serves TLS only, with HTTP/2 where the client can. */
    public TenonHttpServerBuilder tls(TlsCertificate tls) {
        this.tls = tls;
        return this;
    }

    /**
     * Takes HTTP/2 without TLS as well, by prior knowledge or by upgrade. Off by default; pointless with {@link #tls}.
     */
    public TenonHttpServerBuilder clearTextHttp2() {
        this.clearTextHttp2 = true;
        return this;
    }

    /**
     * Serves WebSocket as well, at this path; off by default. It is a custom transport (every revision,
     * basic/transports, "Custom Transports"):
     *
     * <ul>
     *   <li>A connection is opened by the WebSocket handshake of RFC 6455, with the subprotocol {@code mcp} or none.
     *   {@code
     *       Host}, {@code Origin} and credentials are checked as for any request before it; who then is refused gets
     *       the same
     *       HTTP answer. Who is let in stays who it is for as long as the connection lives.
     *   <li>Each JSON-RPC message is one text message, in one frame or in several. A binary message ends the connection
     *   with
     *       code 1003.
     *   <li>Messages go both ways at any time, as on standard input and output, and everything that the specification
     *   says of
     *       stdio holds: one connection is at most one session of the handshake era, and requests of 2026-07-28 stand
     *       for
     *       themselves on it.
     *   <li>A message beyond the limit is answered with an error and thrown away, and the connection lives on; but a
     *   single
     *       frame beyond twice the limit ends it with code 1009.
     *   <li>When the connection closes, what is in flight is cancelled and the session ends. Nothing can be resumed.
     * </ul>
     *
     * @throws IllegalArgumentException when it does not start with {@code /}
     */
    public TenonHttpServerBuilder webSocket(String path) {
        this.webSocketPath = requireAbsolutePath(path);
        return this;
    }

    /**
     * Serves another server as well, at another path of the same address; with the origins and the authenticator of the
     * first, and without HTTP+SSE. Can be called again.
     *
     * @throws IllegalArgumentException when it does not start with {@code /}
     */
    public TenonHttpServerBuilder addServer(String path, McpServer other) {
        String checked = requireAbsolutePath(path);
        others.add(first -> new ServedEndpoint(other, first.withoutHttpSse().withPath(checked)));
        return this;
    }

    /**
     * Serves another server as well, with options of its own: whoever protects both by OAuth gives each an
     * authenticator for its own address, whose metadata is then found by its path. What everybody may see at one path
     * is shown by the first that has it.
     */
    public TenonHttpServerBuilder addServer(HttpOptions options, McpServer other) {
        others.add(first -> new ServedEndpoint(other, options));
        return this;
    }

    private static String requireAbsolutePath(String path) {
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException("A path starts with /, not: " + path);
        }
        return path;
    }

    /** The bounds on connections, bodies and times. */
    public TenonHttpServerBuilder limits(HttpServerLimits bounds) {
        this.bounds = bounds;
        return this;
    }

    /** Closing the HTTP server closes each MCP server too, in the right order. By default the MCP servers stay open. */
    public TenonHttpServerBuilder closeServersOnShutdown() {
        this.closesServer = true;
        return this;
    }

    /**
     * Starts to serve, and returns when connections are taken.
     *
     * @throws HttpServerStartException when that is not possible; its message says why and what to do
     * @throws IllegalArgumentException when the paths collide: two are the same, or one is a public page's
     */
    public TenonHttpServer start() {
        String webSocket = webSocketPath;
        List<ServedEndpoint> served = new ArrayList<>(List.of(new ServedEndpoint(server, options)));
        others.forEach(other -> served.add(other.apply(options)));
        if (webSocket != null && served.stream().anyMatch(one -> one.endpoint().canServe(webSocket))) {
            throw new IllegalArgumentException("The WebSocket path is taken already: " + webSocket);
        }
        checkPaths(served);
        return new TenonHttpServer(
                new HttpServerConfig(served, host, port, bounds, tls, webSocket, clearTextHttp2, closesServer));
    }

    /** Of what is a server's own its endpoint serves all, and no other may. */
    private static void checkPaths(List<ServedEndpoint> served) {
        for (String path : served.stream()
                .flatMap(one -> one.options().endpointPaths().stream())
                .toList()) {
            if (served.stream().filter(one -> one.endpoint().canServe(path)).count() > 1) {
                throw new IllegalArgumentException("Two servers cannot have the same path: " + path);
            }
        }
    }
}
