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
import dev.tenon.server.http.HttpResponseWriter;
import dev.tenon.server.http.RequestAuthenticator;
import dev.tenon.server.internal.connection.InboundMessageDispatcher;
import dev.tenon.server.internal.connection.ServerComponents;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** HTTP entry point: checks Host, Origin, authentication and headers before the body is read. */
public final class McpHttpEndpoint implements HttpEndpoint {
    private final ServerComponents core;
    private final Executor handlers;
    private final RuntimeScheduler timer;
    private final HttpOptions options;
    private final HttpAccessPolicy access;
    private final PublicPageHandler pages;
    private final PostRequestHandler post;
    private final GetDeleteRequestHandler get;
    private final @Nullable LegacySseEndpoint httpSse;
    /** The last Accept header that was in order; it hardly ever changes. */
    private volatile String lastAccept = "";

    public McpHttpEndpoint(
            ServerComponents core,
            Executor handlers,
            RuntimeScheduler timer,
            HttpOptions options,
            HttpStreamRegistry streams,
            @Nullable LegacySseEndpoint httpSse) {
        InboundMessageDispatcher router = new InboundMessageDispatcher(core);
        HttpSessionHandler sessions = new HttpSessionHandler(core, router, streams);
        this.core = core;
        this.handlers = handlers;
        this.timer = timer;
        this.options = options;
        this.access =
                new HttpAccessPolicy(core, options.authenticator(), new CallerKeyResolver(options.trustedProxies()));
        this.pages = PublicPageHandler.of(options);
        this.post = new PostRequestHandler(core, router, streams, sessions);
        this.get = new GetDeleteRequestHandler(core, streams, sessions);
        this.httpSse = httpSse;
    }

    @Override
    public void executeBlocking(Runnable work) {
        HandlerExecutors.executeEvenIfShutDown(handlers, work);
    }

    @Override
    public RuntimeScheduler.TaskHandle scheduleWithFixedDelay(Duration pause, Runnable task) {
        return timer.scheduleRepeating(pause, task);
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
    public @Nullable HttpBodyReceiver handleHead(HttpRequestHead head, HttpResponseWriter reply) {
        try {
            return dispatchHead(head, reply);
        } catch (RuntimeException | Error e) {
            HttpResponses.sendIncident(head, reply, e);
            return null;
        }
    }

    private @Nullable HttpBodyReceiver dispatchHead(HttpRequestHead head, HttpResponseWriter reply) {
        if (!checkHost(head, reply)) {
            return null;
        }
        if (!canServe(head.path())) {
            reject(head, reply, HttpResponses.NOT_FOUND, "no MCP endpoint at this path; it is at " + options.path());
            return null;
        }
        if (pages.canServe(head.path())) {
            pages.respond(head, reply);
            return null;
        }
        if (isPreflight(head)) {
            respondToPreflight(head, reply);
            return null;
        }
        HttpRequestContext visit = authorizeRequest(head, reply);
        return visit == null ? null : dispatchAuthorized(visit);
    }

    private @Nullable HttpBodyReceiver dispatchAuthorized(HttpRequestContext visit) {
        LegacySseEndpoint sse = httpSse != null && httpSse.canServe(visit.head().path()) ? httpSse : null;
        boolean judgedByItsBody = sse == null && visit.head().method().equals("POST");
        if (!judgedByItsBody && !visit.hasRequiredScopes()) {
            visit.rejectMissingScopes();
            return null;
        }
        if (sse != null) {
            return sse.handleHead(visit);
        }
        String method = visit.head().method();
        if (method.equals("POST")) {
            return handlePostHead(visit);
        }
        switch (method) {
            case "GET" -> get.handleGet(visit);
            case "DELETE" -> get.handleDelete(visit);
            default ->
                HttpResponses.sendEmpty(
                        visit.reply(), HttpResponses.NOT_ALLOWED, Map.of(HeaderNames.ALLOW, "GET, POST, DELETE"));
        }
        return null;
    }

    @Override
    public @Nullable HttpCaller authorizeConnection(HttpRequestHead head, HttpResponseWriter reply) {
        try {
            HttpRequestContext visit = checkHost(head, reply) ? authorizeRequest(head, reply) : null;
            if (visit != null && visit.hasRequiredScopes()) {
                return new HttpCaller(visit.principal(), visit.callerKey());
            }
            if (visit != null) {
                visit.rejectMissingScopes();
            }
        } catch (RuntimeException | Error e) {
            HttpResponses.sendIncident(head, reply, e);
        }
        return null;
    }

    /**
     * A request by another name is refused whatever its path: it may be a browser's that a web page tricked (DNS
     * rebinding).
     */
    private boolean checkHost(HttpRequestHead head, HttpResponseWriter reply) {
        boolean allowed = options.origins().allowsHost(head.header(HeaderNames.HOST));
        if (!allowed) {
            reject(head, reply, HttpResponses.FORBIDDEN, "Host: not allowed here");
        }
        return allowed;
    }

    /** Returns the authenticated request; null when it was refused and answered. */
    private @Nullable HttpRequestContext authorizeRequest(HttpRequestHead head, HttpResponseWriter reply) {
        String origin = head.header(HeaderNames.ORIGIN);
        if (!options.origins().allowsOrigin(origin)) {
            reject(head, reply, HttpResponses.FORBIDDEN, "Origin: not allowed here");
            return null;
        }
        return authenticate(
                head,
                origin == null ? reply : HeaderAddingResponseWriter.wrap(reply, CorsHeaders.responseHeaders(origin)));
    }

    private @Nullable HttpRequestContext authenticate(HttpRequestHead head, HttpResponseWriter reply) {
        RequestAuthenticator authenticator = options.authenticator();
        if (authenticator == null) {
            return new HttpRequestContext(head, null, reply, access);
        }
        RequestAuthenticator.AuthenticationResult verdict;
        try {
            verdict = authenticator.authenticate(head);
        } catch (RuntimeException e) {
            HttpResponses.sendIncident(head, reply, e);
            return null;
        }
        if (verdict instanceof RequestAuthenticator.AuthenticationSuccess known) {
            return new HttpRequestContext(
                    head, known.principal(), HeaderAddingResponseWriter.wrap(reply, known.headers()), access);
        }
        RequestAuthenticator.AccessDenial refused = (RequestAuthenticator.AccessDenial) verdict;
        access.notifyRejection(head, 0, refused.status(), "not authenticated, or not allowed");
        HttpResponses.sendEmpty(reply, refused.status(), refused.headers());
        return null;
    }

    private @Nullable HttpBodyReceiver handlePostHead(HttpRequestContext visit) {
        HttpRequestHead head = visit.head();
        if (!MediaTypes.isJson(head.headers().allValues(HeaderNames.CONTENT_TYPE))) {
            reject(head, visit.reply(), HttpResponses.WRONG_TYPE, "Content-Type: must be application/json in UTF-8");
            return null;
        }
        String encoding = head.header("Content-Encoding");
        if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
            reject(head, visit.reply(), HttpResponses.WRONG_TYPE, "Content-Encoding: the body must be sent as it is");
            return null;
        }
        if (!acceptsAllResponseTypes(head.headers().allValues(HeaderNames.ACCEPT))) {
            reject(
                    head,
                    visit.reply(),
                    HttpResponses.NOT_ACCEPTABLE,
                    "Accept: must include application/json and text/event-stream");
            return null;
        }
        return PostBodyReceiver.createUnlessTooLarge(core.messageReader(), visit, body -> post.handle(visit, body));
    }

    /** Whether a client takes both kinds of answer. Nearly all say so in the same words, which are looked at once. */
    private boolean acceptsAllResponseTypes(List<String> accept) {
        String only = accept.size() == 1 ? accept.get(0) : "";
        if (!only.isEmpty() && only.equals(lastAccept)) {
            return true;
        }
        boolean both =
                MediaTypes.accepts(accept, MediaTypes.JSON) && MediaTypes.accepts(accept, MediaTypes.EVENT_STREAM);
        if (both) {
            lastAccept = only;
        }
        return both;
    }

    private static boolean isPreflight(HttpRequestHead head) {
        return head.method().equals("OPTIONS") && head.header("Access-Control-Request-Method") != null;
    }

    /**
     * A page of an allowed origin may call: a browser asks first (CORS). The request itself is checked like any other.
     */
    private void respondToPreflight(HttpRequestHead head, HttpResponseWriter reply) {
        String origin = head.header(HeaderNames.ORIGIN);
        if (origin != null && options.origins().allowsOrigin(origin)) {
            HttpResponses.sendEmpty(
                    reply, 204, CorsHeaders.preflightHeaders(origin, head.header("Access-Control-Request-Headers")));
        } else {
            reject(head, reply, HttpResponses.FORBIDDEN, "Origin: not allowed here");
        }
    }

    private void reject(HttpRequestHead head, HttpResponseWriter reply, int status, String reason) {
        access.notifyRejection(head, ErrorCode.INVALID_REQUEST, status, reason);
        HttpResponses.sendRejection(reply, status, reason);
    }
}
