package dev.tenon.servlet;

import dev.tenon.internal.buffer.MemoryBudget;
import dev.tenon.internal.buffer.MessageBuffer;
import dev.tenon.internal.concurrent.RuntimeScheduler;
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
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An MCP server in a Jakarta Servlet container (Servlet 6.0 or newer; proven with Jetty and Tomcat). Where the servlet
 * is mapped, there the endpoint is: the path in {@link HttpOptions} need not agree with it.
 *
 * <pre>{@code
 * McpServer server = McpServer.named("greeter", "1.0")
 *         .tool("greet").input(Person.class).handler((person, call) -> "Hello " + person.name())
 *         .build();
 * McpServlet.of(server, HttpOptions.DEFAULT).register(servletContext, "/mcp");
 * }</pre>
 *
 * <p>Registered by other means, the servlet, and every filter before it, must be declared to support asynchronous work.
 * It reads and writes without blocking, and keeps no thread of the container while a tool works or a stream is open.
 * The servlet never changes a timeout of the container: a client that stops reading is cut off by the server's own
 * limits, or by the container's write timeout, whichever is first.
 *
 * <p>A container notices that a client has gone away only when it writes to it. A stream notices by the comments that
 * keep it alive, after {@link HttpOptions#keepAlive} and a little more; a request that has said nothing yet, by its
 * answer.
 *
 * <p>Public pages, such as the metadata of a protected resource, have whole paths of their own, which {@link #register}
 * maps as well. Registered by other means, the servlet is to be mapped to each of {@link HttpEndpoint#publicPagePaths}.
 * Clients look for them at the root of the host: a context at another path needs a proxy, or a servlet of the root
 * context, that leads there.
 *
 * <p>With {@link HttpOptions#withHttpSse} the servlet is also to be mapped to that path and below it, such as {@code
 * /sse/*}, and the path in the options is the whole one, with the context path before it: it is told to clients.
 */
public class McpServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.servlet");

    private final transient HttpEndpoint endpoint;
    private final transient @Nullable McpServer server;
    private final transient MemoryBudget bodies;
    private final transient ExchangeRegistry exchanges;
    private transient volatile RuntimeScheduler.TaskHandle watch = () -> {};

    /** Serves an endpoint, whose server lives on when the servlet is destroyed. */
    public McpServlet(HttpEndpoint endpoint) {
        this(endpoint, ServletLimits.DEFAULT);
    }

    /** Serves an endpoint, whose server lives on when the servlet is destroyed, within other bounds. */
    public McpServlet(HttpEndpoint endpoint, ServletLimits bounds) {
        this(endpoint, null, bounds);
    }

    private McpServlet(HttpEndpoint endpoint, @Nullable McpServer server, ServletLimits bounds) {
        this.endpoint = endpoint;
        this.server = server;
        this.exchanges = new ExchangeRegistry(endpoint, bounds);
        this.bodies = new MemoryBudget(bounds.maxBodyBytes());
    }

    /** Serves a server, which is closed when the servlet is destroyed: what is in flight gets its answer first. */
    public static McpServlet of(McpServer server, HttpOptions options) {
        return of(server, options, ServletLimits.DEFAULT);
    }

    /** As {@link #of(McpServer, HttpOptions)}, within other bounds. */
    public static McpServlet of(McpServer server, HttpOptions options, ServletLimits bounds) {
        return new McpServlet(server.createHttpEndpoint(options), server, bounds);
    }

    /**
     * Registers the servlet with a container, as one that works asynchronously and starts at once. It is mapped to the
     * paths of the endpoint's public pages as well.
     *
     * @param paths where the endpoint is, such as {@code /mcp} or {@code /api/mcp/*}
     * @throws IllegalStateException when the context has been initialized, or one of the paths is taken
     */
    public ServletRegistration.Dynamic register(ServletContext context, String... paths) {
        ServletRegistration.Dynamic registration = context.addServlet("mcp" + System.identityHashCode(this), this);
        registration.setAsyncSupported(true);
        registration.setLoadOnStartup(1);
        Set<String> taken = registration.addMapping(Stream.concat(Stream.of(paths), endpoint.publicPagePaths().stream())
                .toArray(String[]::new));
        if (!taken.isEmpty()) {
            throw new IllegalStateException("Another servlet is mapped to " + taken);
        }
        return registration;
    }

    @Override
    public void init(ServletConfig config) throws ServletException {
        super.init(config);
        watch = exchanges.startTimeoutChecks();
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (!request.isAsyncSupported()) {
            LOG.error(
                    "Not served: the servlet {}, or a filter before it, is not declared to support asynchronous work;"
                            + " set async-supported to true where they are registered",
                    getServletName());
            response.setStatus(HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
            return;
        }
        AsyncContext async = request.startAsync(request, response);
        async.setTimeout(0);
        ServletExchange exchange = new ServletExchange(async, response, exchanges);
        async.addListener(exchange);
        // Here rather than when it is needed: Tomcat takes a lock for it where the thread is not its own.
        response.getOutputStream().setWriteListener(exchange.responseWriter());
        handle(request, exchange);
    }

    private void handle(HttpServletRequest request, ServletExchange exchange) throws IOException {
        boolean discardable = isDiscardable(request);
        if (discardable) {
            exchange.holdResponseUntilBody();
        }
        HttpBodyReceiver body =
                endpoint.handleHead(ServletRequestHead.of(request, endpoint), exchange.responseWriter());
        if (body != null || discardable) {
            RequestBodyReader.BufferedBody kept = body == null
                    ? null
                    : new RequestBodyReader.BufferedBody(body, new MessageBuffer(body.maxBytes(), bodies));
            ServletInputStream in = request.getInputStream();
            in.setReadListener(new RequestBodyReader(in, exchange, request.getContentLengthLong(), kept));
        } else {
            exchange.onRequestDone();
        }
    }

    /**
     * Whether a body comes that can be thrown away: not if it is huge, nor if the client asks first whether to send it.
     */
    private static boolean isDiscardable(HttpServletRequest request) {
        long announced = request.getContentLengthLong();
        boolean comes = announced > 0 || announced < 0 && request.getHeader("Transfer-Encoding") != null;
        return comes && announced <= RequestBodyReader.MAX_DISCARDED_BYTES && request.getHeader("Expect") == null;
    }

    /**
     * Returns how often each of the {@link ServletLimits} was met since the start, by the names in {@code
     * docs/errors.md}.
     */
    public Map<String, Long> boundsMet() {
        return Map.of(
                "body_bytes", bodies.rejectionCount(),
                "waiting_bytes", exchanges.evictedResponses.sum(),
                "slow_senders", exchanges.slowSenders.sum(),
                "slow_readers", exchanges.slowReaders.sum());
    }

    /** The requests whose answers are not complete. */
    int openExchanges() {
        return exchanges.open.size();
    }

    /** Returns how many bytes of bodies are kept that have not been handed to the server yet; for tests. */
    long bodyBytes() {
        return bodies.used();
    }

    /**
     * Ends what is open. With the server, where it is this servlet's to close: answers in flight are given, and streams
     * ended, before the rest is cut off; else that is all.
     */
    @Override
    public void destroy() {
        if (server != null) {
            server.close();
            // The container writes the last answers.
            exchanges.awaitEmpty();
        }
        exchanges.open.forEach(exchange -> exchange.disconnect(HttpServletResponse.SC_SERVICE_UNAVAILABLE));
        watch.cancel();
    }
}
