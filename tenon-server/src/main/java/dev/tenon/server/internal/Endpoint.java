package dev.tenon.server.internal;

import dev.tenon.concurrent.RuntimeScheduler;
import dev.tenon.concurrent.handlers.HandlerThreads;
import dev.tenon.http.HeaderNames;
import dev.tenon.http.MediaTypes;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.server.Authenticator;
import dev.tenon.server.HttpBody;
import dev.tenon.server.HttpEndpoint;
import dev.tenon.server.HttpHead;
import dev.tenon.server.HttpOptions;
import dev.tenon.server.HttpReply;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** HTTP entry point: checks Host, Origin, authentication and headers before the body is read. */
final class Endpoint implements HttpEndpoint {
    private final Core core;
    private final Executor handlers;
    private final RuntimeScheduler timer;
    private final HttpOptions options;
    private final Access access;
    private final Pages pages;
    private final PostDoor post;
    private final GetDoor get;
    private final @Nullable HttpSse httpSse;
    /** The last Accept header that was in order; it hardly ever changes. */
    private volatile String lastAccept = "";

    Endpoint(
            Core core,
            Executor handlers,
            RuntimeScheduler timer,
            HttpOptions options,
            Streams streams,
            @Nullable HttpSse httpSse) {
        MessageRouter router = new MessageRouter(core);
        HttpSessions sessions = new HttpSessions(core, router, streams);
        this.core = core;
        this.handlers = handlers;
        this.timer = timer;
        this.options = options;
        this.access = new Access(core, options.authenticator(), new Callers(options.trustedProxies()));
        this.pages = Pages.of(options);
        this.post = new PostDoor(core, router, streams, sessions);
        this.get = new GetDoor(core, streams, sessions);
        this.httpSse = httpSse;
    }

    @Override
    public void execute(Runnable work) {
        HandlerThreads.runEvenStopped(handlers, work);
    }

    @Override
    public RuntimeScheduler.Task repeat(Duration pause, Runnable task) {
        return timer.scheduleRepeating(pause, task);
    }

    @Override
    public String path() {
        return options.path();
    }

    @Override
    public boolean serves(String path) {
        return path.equals(options.path()) || httpSse != null && httpSse.serves(path) || pages.serves(path);
    }

    @Override
    public List<String> pages() {
        return pages.paths();
    }

    @Override
    public boolean mayBlock() {
        return options.authenticator() != null;
    }

    @Override
    public @Nullable HttpBody begin(HttpHead head, HttpReply reply) {
        try {
            return look(head, reply);
        } catch (RuntimeException | Error e) {
            HttpAnswers.incident(head, reply, e);
            return null;
        }
    }

    private @Nullable HttpBody look(HttpHead head, HttpReply reply) {
        if (!comesByOurName(head, reply)) {
            return null;
        }
        if (!serves(head.path())) {
            refuse(head, reply, HttpAnswers.NOT_FOUND, "no MCP endpoint at this path; it is at " + options.path());
            return null;
        }
        if (pages.serves(head.path())) {
            pages.answer(head, reply);
            return null;
        }
        if (isPreflight(head)) {
            preflight(head, reply);
            return null;
        }
        Visit visit = visit(head, reply);
        return visit == null ? null : receive(visit);
    }

    private @Nullable HttpBody receive(Visit visit) {
        HttpSse sse = httpSse != null && httpSse.serves(visit.head().path()) ? httpSse : null;
        boolean judgedByItsBody = sse == null && visit.head().method().equals("POST");
        if (!judgedByItsBody && !visit.mayEnter()) {
            visit.refuseEntry();
            return null;
        }
        if (sse != null) {
            return sse.begin(visit);
        }
        String method = visit.head().method();
        if (method.equals("POST")) {
            return post(visit);
        }
        switch (method) {
            case "GET" -> get.get(visit);
            case "DELETE" -> get.delete(visit);
            default ->
                HttpAnswers.empty(
                        visit.reply(), HttpAnswers.NOT_ALLOWED, Map.of(HeaderNames.ALLOW, "GET, POST, DELETE"));
        }
        return null;
    }

    @Override
    public @Nullable Caller admit(HttpHead head, HttpReply reply) {
        try {
            Visit visit = comesByOurName(head, reply) ? visit(head, reply) : null;
            if (visit != null && visit.mayEnter()) {
                return new Caller(visit.principal(), visit.caller());
            }
            if (visit != null) {
                visit.refuseEntry();
            }
        } catch (RuntimeException | Error e) {
            HttpAnswers.incident(head, reply, e);
        }
        return null;
    }

    /** A request by another name is refused whatever its path: it may be a browser's that a web page tricked (DNS rebinding). */
    private boolean comesByOurName(HttpHead head, HttpReply reply) {
        boolean allowed = options.origins().allowsHost(head.header(HeaderNames.HOST));
        if (!allowed) {
            refuse(head, reply, HttpAnswers.FORBIDDEN, "Host: not allowed here");
        }
        return allowed;
    }

    /** Returns the authenticated request; null when it was refused and answered. */
    private @Nullable Visit visit(HttpHead head, HttpReply reply) {
        String origin = head.header(HeaderNames.ORIGIN);
        if (!options.origins().allowsOrigin(origin)) {
            refuse(head, reply, HttpAnswers.FORBIDDEN, "Origin: not allowed here");
            return null;
        }
        return authenticate(head, origin == null ? reply : HeadedReply.of(reply, Cors.answer(origin)));
    }

    private @Nullable Visit authenticate(HttpHead head, HttpReply reply) {
        Authenticator authenticator = options.authenticator();
        if (authenticator == null) {
            return new Visit(head, null, reply, access);
        }
        Authenticator.Verdict verdict;
        try {
            verdict = authenticator.authenticate(head);
        } catch (RuntimeException e) {
            HttpAnswers.incident(head, reply, e);
            return null;
        }
        if (verdict instanceof Authenticator.Known known) {
            return new Visit(head, known.principal(), HeadedReply.of(reply, known.headers()), access);
        }
        Authenticator.Refused refused = (Authenticator.Refused) verdict;
        access.report(head, 0, refused.status(), "not authenticated, or not allowed");
        HttpAnswers.empty(reply, refused.status(), refused.headers());
        return null;
    }

    private @Nullable HttpBody post(Visit visit) {
        HttpHead head = visit.head();
        if (!MediaTypes.isJson(head.headers().all(HeaderNames.CONTENT_TYPE))) {
            refuse(head, visit.reply(), HttpAnswers.WRONG_TYPE, "Content-Type: must be application/json in UTF-8");
            return null;
        }
        String encoding = head.header("Content-Encoding");
        if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
            refuse(head, visit.reply(), HttpAnswers.WRONG_TYPE, "Content-Encoding: the body must be sent as it is");
            return null;
        }
        if (!takesAnyAnswer(head.headers().all(HeaderNames.ACCEPT))) {
            refuse(
                    head,
                    visit.reply(),
                    HttpAnswers.NOT_ACCEPTABLE,
                    "Accept: must include application/json and text/event-stream");
            return null;
        }
        return MessageBody.of(core.gate(), visit, body -> post.take(visit, body));
    }

    /** Whether a client takes both kinds of answer. Nearly all say so in the same words, which are looked at once. */
    private boolean takesAnyAnswer(List<String> accept) {
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

    private static boolean isPreflight(HttpHead head) {
        return head.method().equals("OPTIONS") && head.header("Access-Control-Request-Method") != null;
    }

    /** A page of an allowed origin may call: a browser asks first (CORS). The request itself is checked like any other. */
    private void preflight(HttpHead head, HttpReply reply) {
        String origin = head.header(HeaderNames.ORIGIN);
        if (origin != null && options.origins().allowsOrigin(origin)) {
            HttpAnswers.empty(reply, 204, Cors.preflight(origin, head.header("Access-Control-Request-Headers")));
        } else {
            refuse(head, reply, HttpAnswers.FORBIDDEN, "Origin: not allowed here");
        }
    }

    private void refuse(HttpHead head, HttpReply reply, int status, String reason) {
        access.report(head, ErrorCode.INVALID_REQUEST, status, reason);
        HttpAnswers.refusal(reply, status, reason);
    }
}
