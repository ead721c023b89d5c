package dev.tenon.server.internal.http;

import dev.tenon.http.HeaderNames;
import dev.tenon.http.MediaTypes;
import dev.tenon.internal.concurrent.HandlerExecutors;
import dev.tenon.internal.concurrent.RuntimeScheduler;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.server.http.HttpBodyReceiver;
import dev.tenon.server.http.HttpEndpoint;
import dev.tenon.server.http.HttpOptions;
import dev.tenon.server.http.HttpRequestHead;
import dev.tenon.server.http.HttpResponseStream;
import dev.tenon.server.http.HttpResponseWriter;
import dev.tenon.server.http.RequestAuthenticator;
import dev.tenon.server.internal.connection.InboundMessageDispatcher;
import dev.tenon.server.internal.connection.ServerComponents;
import dev.tenon.server.internal.http.AuthenticatedHttpRequest.EndpointAccessPolicy;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** HTTP entry point: checks Host, Origin, authentication and headers before the body is read. */
public final class McpHttpEndpoint implements HttpEndpoint {
    private final ServerComponents core;
    private final RuntimeScheduler timer;
    private final HttpOptions options;
    private final EndpointAccessPolicy access;
    private final PublicPageHandler pages;
    private final PostRequestHandler post;
    private final HttpSessionHandler sessions;
    private final @Nullable LegacySseEndpoint httpSse;
    /** The latest valid Accept header; it rarely changes. */
    private volatile String lastAccept = "";

    public McpHttpEndpoint(
            ServerComponents core,
            RuntimeScheduler timer,
            HttpOptions options,
            HttpStreamSupervisor streams,
            @Nullable LegacySseEndpoint httpSse) {
        this.core = core;
        this.timer = timer;
        this.options = options;
        this.access = new EndpointAccessPolicy(
                core, options.authenticator(), new CallerKeyResolver(options.trustedProxies()));
        this.pages = PublicPageHandler.of(options);
        this.sessions = new HttpSessionHandler(core, new InboundMessageDispatcher(core), streams);
        this.post = new PostRequestHandler(core, streams, sessions);
        this.httpSse = httpSse;
    }

    @Override
    public void executeBlocking(Runnable task) {
        HandlerExecutors.executeEvenIfShutDown(core.dispatcher().executor(), task);
    }

    @Override
    public Runnable scheduleWithFixedDelay(Duration delay, Runnable task) {
        return timer.scheduleRepeating(delay, task)::cancel;
    }

    @Override
    public String path() {
        return options.path();
    }

    @Override
    public boolean canServe(String path) {
        return path.equals(options.path()) || httpSse != null && httpSse.canServe(path) || pages.canServe(path);
    }

    @Override
    public List<String> publicPagePaths() {
        return pages.paths();
    }

    @Override
    public boolean canBlock() {
        return options.authenticator() != null;
    }

    @Override
    public @Nullable HttpBodyReceiver handleRequestHead(HttpRequestHead head, HttpResponseWriter writer) {
        try {
            return dispatchRequestHead(head, writer);
        } catch (RuntimeException | Error e) {
            HttpResponses.sendIncident(head, writer, e);
            return null;
        }
    }

    private @Nullable HttpBodyReceiver dispatchRequestHead(HttpRequestHead head, HttpResponseWriter writer) {
        if (!checkHostOrReject(head, writer)) {
            return null;
        }
        if (!canServe(head.path())) {
            reject(head, writer, HttpResponses.NOT_FOUND, "no MCP endpoint at this path; it is at " + options.path());
        } else if (pages.canServe(head.path())) {
            pages.respond(head, writer);
        } else if (isPreflight(head)) {
            respondToPreflight(head, writer);
        } else {
            AuthenticatedHttpRequest request = checkOriginAndAuthenticate(head, writer);
            return request == null ? null : checkScopesAndDispatch(request);
        }
        return null;
    }

    private @Nullable HttpBodyReceiver checkScopesAndDispatch(AuthenticatedHttpRequest request) {
        LegacySseEndpoint sse =
                httpSse != null && httpSse.canServe(request.head().path()) ? httpSse : null;
        String method = request.head().method();
        if (sse == null && method.equals("POST")) {
            // PostRequestHandler checks the scopes, because they can depend on the message.
            return handlePostHead(request);
        }
        if (!request.hasRequiredScopes()) {
            request.rejectMissingScopes();
            return null;
        }
        if (sse != null) {
            return sse.handleRequestHead(request);
        }
        switch (method) {
            case "GET" -> sessions.handleGet(request);
            case "DELETE" -> sessions.handleDelete(request);
            default -> request.sendEmpty(HttpResponses.NOT_ALLOWED, Map.of(HeaderNames.ALLOW, "GET, POST, DELETE"));
        }
        return null;
    }

    @Override
    public @Nullable HttpCaller authorizeConnection(HttpRequestHead head, HttpResponseWriter writer) {
        try {
            AuthenticatedHttpRequest request =
                    checkHostOrReject(head, writer) ? checkOriginAndAuthenticate(head, writer) : null;
            if (request != null && request.hasRequiredScopes()) {
                return new HttpCaller(request.principal(), request.callerKey());
            }
            if (request != null) {
                request.rejectMissingScopes();
            }
        } catch (RuntimeException | Error e) {
            HttpResponses.sendIncident(head, writer, e);
        }
        return null;
    }

    /**
     * Checks the Host header, for every path: a request with another host can come from a browser that a web page has
     * tricked (DNS rebinding).
     */
    private boolean checkHostOrReject(HttpRequestHead head, HttpResponseWriter writer) {
        boolean allowed = options.origins().allowsHost(head.header(HeaderNames.HOST));
        if (!allowed) {
            reject(head, writer, HttpResponses.FORBIDDEN, "Host: not allowed here");
        }
        return allowed;
    }

    /** Returns the authenticated request; null if it was rejected and has its response. */
    private @Nullable AuthenticatedHttpRequest checkOriginAndAuthenticate(
            HttpRequestHead head, HttpResponseWriter writer) {
        String origin = head.header(HeaderNames.ORIGIN);
        if (!options.origins().allowsOrigin(origin)) {
            reject(head, writer, HttpResponses.FORBIDDEN, "Origin: not allowed here");
            return null;
        }
        return authenticate(
                head,
                origin == null ? writer : HeaderAddingResponseWriter.wrap(writer, HttpResponses.corsHeaders(origin)));
    }

    private @Nullable AuthenticatedHttpRequest authenticate(HttpRequestHead head, HttpResponseWriter writer) {
        RequestAuthenticator authenticator = options.authenticator();
        if (authenticator == null) {
            return new AuthenticatedHttpRequest(head, null, writer, access);
        }
        RequestAuthenticator.AuthenticationResult result;
        try {
            result = authenticator.authenticate(head);
        } catch (RuntimeException e) {
            HttpResponses.sendIncident(head, writer, e);
            return null;
        }
        if (result instanceof RequestAuthenticator.AuthenticationSuccess success) {
            return new AuthenticatedHttpRequest(
                    head, success.principal(), HeaderAddingResponseWriter.wrap(writer, success.headers()), access);
        }
        RequestAuthenticator.AccessDenial denial = (RequestAuthenticator.AccessDenial) result;
        access.notifyRejection(head, 0, denial.status(), "not authenticated or not authorized");
        HttpResponses.sendEmpty(writer, denial.status(), denial.headers());
        return null;
    }

    private @Nullable HttpBodyReceiver handlePostHead(AuthenticatedHttpRequest request) {
        String encoding = request.header("Content-Encoding");
        if (!MediaTypes.isJson(request.headerValues(HeaderNames.CONTENT_TYPE))) {
            reject(request, HttpResponses.WRONG_TYPE, "Content-Type: must be application/json in UTF-8");
        } else if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
            reject(request, HttpResponses.WRONG_TYPE, "Content-Encoding: not supported; send the body uncompressed");
        } else if (!acceptsAllResponseTypes(request.headerValues(HeaderNames.ACCEPT))) {
            String problem = "Accept: must include application/json and text/event-stream";
            reject(request, HttpResponses.NOT_ACCEPTABLE, problem);
        } else {
            return PostBodyReceiver.createUnlessTooLarge(
                    core.messageReader(), request, body -> post.handle(request, body));
        }
        return null;
    }

    /**
     * Returns whether a client accepts both response types. Nearly all clients send the same header, which is parsed
     * only once.
     */
    private boolean acceptsAllResponseTypes(List<String> accept) {
        String header = accept.size() == 1 ? accept.get(0) : "";
        if (!header.isEmpty() && header.equals(lastAccept)) {
            return true;
        }
        boolean accepted =
                MediaTypes.accepts(accept, MediaTypes.JSON) && MediaTypes.accepts(accept, MediaTypes.EVENT_STREAM);
        if (accepted) {
            lastAccept = header;
        }
        return accepted;
    }

    private static boolean isPreflight(HttpRequestHead head) {
        return head.method().equals("OPTIONS") && head.header("Access-Control-Request-Method") != null;
    }

    /** Responds to a CORS preflight of a page of an allowed origin. The request itself is checked like any other. */
    private void respondToPreflight(HttpRequestHead head, HttpResponseWriter writer) {
        String origin = head.header(HeaderNames.ORIGIN);
        if (origin != null && options.origins().allowsOrigin(origin)) {
            Map<String, String> headers =
                    HttpResponses.preflightHeaders(head, HttpResponses.corsHeaders(origin), "GET, POST, DELETE");
            headers.put("Access-Control-Max-Age", "600");
            HttpResponses.sendEmpty(writer, HttpResponses.NO_CONTENT, headers);
        } else {
            reject(head, writer, HttpResponses.FORBIDDEN, "Origin: not allowed here");
        }
    }

    private void reject(AuthenticatedHttpRequest request, int status, String reason) {
        reject(request.head(), request.responseWriter(), status, reason);
    }

    private void reject(HttpRequestHead head, HttpResponseWriter writer, int status, String reason) {
        access.notifyRejection(head, ErrorCode.INVALID_REQUEST, status, reason);
        HttpResponses.sendRejection(writer, status, reason);
    }

    /** Adds headers to every response. */
    private record HeaderAddingResponseWriter(HttpResponseWriter writer, Map<String, String> extraHeaders)
            implements HttpResponseWriter {
        static HttpResponseWriter wrap(HttpResponseWriter writer, Map<String, String> extra) {
            return extra.isEmpty() ? writer : new HeaderAddingResponseWriter(writer, extra);
        }

        @Override
        public void send(int status, Map<String, String> headers, byte[] body) {
            writer.send(status, mergeHeaders(headers), body);
        }

        @Override
        public HttpResponseStream openStream(Map<String, String> headers) {
            return writer.openStream(mergeHeaders(headers));
        }

        @Override
        public void onDisconnected(Runnable action) {
            writer.onDisconnected(action);
        }

        private Map<String, String> mergeHeaders(Map<String, String> headers) {
            Map<String, String> all = new LinkedHashMap<>(extraHeaders);
            all.putAll(headers);
            return all;
        }
    }
}
