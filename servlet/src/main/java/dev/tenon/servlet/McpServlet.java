package dev.tenon.servlet;

import dev.tenon.internal.buffer.MemoryBudget;
import dev.tenon.internal.buffer.MessageBuffer;
import dev.tenon.internal.concurrent.ConditionPoller;
import dev.tenon.server.McpServer;
import dev.tenon.server.http.HttpBodyReceiver;
import dev.tenon.server.http.HttpEndpoint;
import dev.tenon.server.http.HttpOptions;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A servlet that serves MCP in a Jakarta Servlet container (Servlet 6.0 or newer; tested with Jetty and Tomcat). The
 * mapping of the servlet determines the address of the endpoint: the path in {@link HttpOptions} need not agree with
 * it.
 *
 * <pre>{@code
 * McpServer server = McpServer.builder("greeter", "1.0")
 *         .tool("greet").input(Person.class).handler((person, call) -> "Hello " + person.name())
 *         .build();
 * McpServlet.of(server, HttpOptions.DEFAULT).register(servletContext, "/mcp");
 * }</pre>
 *
 * <p>If you register the servlet by other means than {@link #register}, declare it and every filter before it as
 * supporting asynchronous operation. The servlet reads and writes without blocking, and uses no container thread while
 * a tool runs or a stream is open. It never changes a timeout of the container: a client that stops reading is
 * disconnected by the server's limits or by the container's write timeout, whichever comes first.
 *
 * <p>A container detects a closed connection only when it writes to it. For a stream that happens with the keep-alive
 * comments, shortly after {@link HttpOptions#keepAlive}; for a request without output, with its response.
 *
 * <p>Public pages, such as the metadata of a protected resource, have absolute paths, which {@link #register} maps as
 * well. If you register by other means, map the servlet to each of {@link HttpEndpoint#publicPagePaths}. Clients
 * request them at the root of the host: a context at another path needs a proxy, or a servlet of the root context, that
 * forwards there.
 *
 * <p>With {@link HttpOptions#withHttpSse}, also map the servlet to that path and below it, such as {@code /sse/*}. The
 * path in the options must be the full one, including the context path, because it is sent to clients.
 */
public class McpServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    static final Logger LOG = LoggerFactory.getLogger("dev.tenon.servlet");
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

    private final transient HttpEndpoint endpoint;
    private final transient @Nullable McpServer server;
    private final transient MemoryBudget bodyBudget;
    private final transient ExchangeRegistry exchanges;
    private transient volatile Runnable timeoutChecks = () -> {};

    /**
     * Serves an endpoint, whose server stays open when the servlet is destroyed, with {@link ServletLimits#DEFAULT}.
     */
    public McpServlet(HttpEndpoint endpoint) {
        this(endpoint, ServletLimits.DEFAULT);
    }

    /** Serves an endpoint, whose server stays open when the servlet is destroyed, with the given limits. */
    public McpServlet(HttpEndpoint endpoint, ServletLimits limits) {
        this(endpoint, null, limits);
    }

    private McpServlet(HttpEndpoint endpoint, @Nullable McpServer server, ServletLimits limits) {
        this.endpoint = endpoint;
        this.server = server;
        this.exchanges = new ExchangeRegistry(endpoint, limits);
        this.bodyBudget = new MemoryBudget(limits.maxBodyBytes());
    }

    /** Serves a server, which is closed when the servlet is destroyed: active requests get their responses first. */
    public static McpServlet of(McpServer server, HttpOptions options) {
        return of(server, options, ServletLimits.DEFAULT);
    }

    /** Like {@link #of(McpServer, HttpOptions)}, with the given limits. */
    public static McpServlet of(McpServer server, HttpOptions options, ServletLimits limits) {
        return new McpServlet(server.createHttpEndpoint(options), server, limits);
    }

    /**
     * Registers the servlet with a container, with asynchronous support and loaded at startup. It is also mapped to the
     * paths of the endpoint's public pages.
     *
     * @param paths the mappings of the endpoint, such as {@code /mcp} or {@code /api/mcp/*}
     * @throws IllegalStateException when the context has been initialized, or one of the paths is in use
     */
    public ServletRegistration.Dynamic register(ServletContext context, String... paths) {
        ServletRegistration.Dynamic registration = context.addServlet("mcp" + System.identityHashCode(this), this);
        registration.setAsyncSupported(true);
        registration.setLoadOnStartup(1);
        Set<String> conflicts =
                registration.addMapping(Stream.concat(Stream.of(paths), endpoint.publicPagePaths().stream())
                        .toArray(String[]::new));
        if (!conflicts.isEmpty()) {
            throw new IllegalStateException("Another servlet is mapped to " + conflicts);
        }
        return registration;
    }

    @Override
    public void init(ServletConfig config) throws ServletException {
        super.init(config);
        timeoutChecks = exchanges.startTimeoutChecks();
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (!request.isAsyncSupported()) {
            LOG.error(
                    "Not served: the servlet {}, or a filter before it, is not declared to support asynchronous"
                            + " operation; set async-supported to true where they are registered",
                    getServletName());
            response.setStatus(HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
            return;
        }
        AsyncContext async = request.startAsync(request, response);
        async.setTimeout(0);
        ServletExchange exchange = new ServletExchange(async, response, exchanges);
        async.addListener(exchange);
        // Set here and not on first use: Tomcat takes a lock for it on threads that are not its own.
        response.getOutputStream().setWriteListener(exchange.responseWriter());
        handle(request, exchange);
    }

    private void handle(HttpServletRequest request, ServletExchange exchange) throws IOException {
        boolean discardable = hasDiscardableBody(request);
        if (discardable) {
            exchange.holdResponseUntilBody();
        }
        HttpBodyReceiver body =
                endpoint.handleRequestHead(ServletRequestHead.of(request, endpoint), exchange.responseWriter());
        if (body != null || discardable) {
            RequestBodyReader.BufferedBody buffered = body == null
                    ? null
                    : new RequestBodyReader.BufferedBody(body, new MessageBuffer(body.maxBytes(), bodyBudget));
            ServletInputStream in = request.getInputStream();
            in.setReadListener(new RequestBodyReader(in, exchange, request.getContentLengthLong(), buffered));
        } else {
            exchange.onRequestRead();
        }
    }

    /**
     * Returns whether a body arrives that can be discarded: not if it is huge, nor if the client first waits for 100
     * (Continue).
     */
    private static boolean hasDiscardableBody(HttpServletRequest request) {
        long contentLength = request.getContentLengthLong();
        boolean hasBody = contentLength > 0 || contentLength < 0 && request.getHeader("Transfer-Encoding") != null;
        return hasBody && contentLength <= RequestBodyReader.MAX_DISCARDED_BYTES && request.getHeader("Expect") == null;
    }

    /**
     * Returns how often each of the {@link ServletLimits} was reached since the start, by the names in {@code
     * docs/errors.md}.
     */
    public Map<String, Long> limitCounts() {
        return Map.of(
                "body_bytes", bodyBudget.rejectionCount(),
                "waiting_bytes", exchanges.evictedResponses.sum(),
                "slow_senders", exchanges.slowSenders.sum(),
                "slow_readers", exchanges.slowReaders.sum());
    }

    /** Returns the number of requests whose responses are incomplete; for tests. */
    int openExchangeCount() {
        return exchanges.open.size();
    }

    /** Returns the size of the bodies that the server has not processed yet; for tests. */
    long bodyBytes() {
        return bodyBudget.used();
    }

    /**
     * Ends all exchanges. If the servlet was created {@linkplain #of(McpServer, HttpOptions) with a server}, it closes
     * the server first, which completes responses and ends streams.
     */
    @Override
    public void destroy() {
        if (server != null) {
            server.close();
            // The container sends the last responses.
            ConditionPoller.await(exchanges.open::isEmpty, CLOSE_TIMEOUT);
        }
        exchanges.open.forEach(exchange -> exchange.disconnect(HttpServletResponse.SC_SERVICE_UNAVAILABLE));
        timeoutChecks.run();
    }
}
