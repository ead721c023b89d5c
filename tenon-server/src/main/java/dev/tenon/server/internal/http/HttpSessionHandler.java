package dev.tenon.server.internal.http;

import dev.tenon.codec.ProtocolCodec;
import dev.tenon.http.ErrorStatusMapper;
import dev.tenon.http.HeaderNames;
import dev.tenon.internal.concurrent.FatalErrors;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.InboundMessage;
import dev.tenon.jsonrpc.LeniencyPolicy;
import dev.tenon.jsonrpc.MessageWriter;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.server.http.HttpResponseWriter;
import dev.tenon.server.internal.connection.BatchResponseCollector;
import dev.tenon.server.internal.connection.BatchValidator;
import dev.tenon.server.internal.connection.InboundMessageDispatcher;
import dev.tenon.server.internal.connection.ServerComponents;
import dev.tenon.server.internal.connection.SessionInitializer;
import dev.tenon.server.internal.error.FailureMapper;
import dev.tenon.server.internal.request.ServerSession;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the handshake era does over HTTP: sessions named by a header, found by it and ended by DELETE. */
record HttpSessionHandler(ServerComponents core, InboundMessageDispatcher router, HttpStreamRegistry streams) {
    void initialize(HttpRequestContext visit, Request request) {
        if (!core.sessionInitializer().canBlock()) {
            openSession(visit, request);
            return;
        }
        try {
            core.dispatcher().executeBlocking(() -> openSession(visit, request));
        } catch (RpcException e) {
            rejectInitialize(visit, request, e);
        }
    }

    private void openSession(HttpRequestContext visit, Request request) {
        SessionInitializer.OpenedSession opened;
        try {
            opened = core.sessionInitializer()
                    .openSession(request, visit.principal(), visit.callerKey(), this::createSession);
        } catch (Throwable failure) {
            rejectInitialize(visit, request, failure);
            return;
        }
        Map<String, String> headers =
                Map.of(HeaderNames.SESSION_ID, opened.session().id());
        visit.reply()
                .send(HttpResponses.OK, HttpResponses.jsonHeaders(headers), MessageWriter.write(opened.response()));
        opened.session().markOpened();
    }

    private static void rejectInitialize(HttpRequestContext visit, Request request, Throwable failure) {
        RpcError error = FailureMapper.map(failure, request.method()).error();
        visit.reject(initializeErrorStatus(error.code()), error, request.id());
        FatalErrors.rethrowIfFatal(failure);
    }

    private static int initializeErrorStatus(int code) {
        return switch (code) {
            case ErrorCode.BUSY -> HttpResponses.BUSY;
            case ErrorCode.INTERNAL_ERROR -> HttpResponses.INTERNAL;
            default -> HttpResponses.BAD_REQUEST;
        };
    }

    private ServerSession createSession(ProtocolCodec wire, ServerSession.SessionOwner opener) {
        SessionEventStore store = new SessionEventStore(core.limits().replayEvents(), core.events(), opener.caller());
        return core.createSession(wire, opener, core.createInFlightRequests(), store.createStream());
    }

    /** The session that a visit names, or null: unknown, ended and somebody else's look the same. */
    @Nullable ServerSession findSession(HttpRequestContext visit, @Nullable String id) {
        ServerSession session = id == null ? null : core.sessions().find(id);
        if (session == null || !session.isOwnedBy(visit.principal())) {
            return null;
        }
        session.updatePrincipal(visit.principal());
        return session;
    }

    void handleMessage(HttpRequestContext visit, String sessionId, InboundMessage.ValidMessage accepted) {
        ServerSession session = findSession(visit, sessionId);
        RpcError problem = findError(visit, session);
        if (session == null || problem != null) {
            visit.reject(
                    session == null ? HttpResponses.NOT_FOUND : HttpResponses.BAD_REQUEST,
                    problem == null ? unknownSessionError() : problem,
                    accepted.message() instanceof Request asked ? asked.id() : null);
            return;
        }
        router.dispatch(
                accepted, session, visit.messageOrigin(session.callerKey()), createResponseSink(session, visit));
        if (!(accepted.message() instanceof Request)) {
            HttpResponses.sendEmpty(visit.reply(), HttpResponses.ACCEPTED);
        }
    }

    /** Why a visit to this session is refused; null when it is not. */
    @Nullable RpcError findError(HttpRequestContext visit, @Nullable ServerSession session) {
        if (session == null) {
            return unknownSessionError();
        }
        String version = visit.head().header(HeaderNames.PROTOCOL_VERSION);
        String agreed = session.codec().revision().wireName();
        boolean fits = version == null || !session.codec().revision().hasVersionHeader() || version.equals(agreed);
        if (fits) {
            return null;
        }
        String problem = "MCP-Protocol-Version: this session agreed on " + agreed;
        return core.tolerance().allows(LeniencyPolicy.ProtocolCheck.HEADERS, problem)
                ? null
                : new RpcError(ErrorCode.INVALID_REQUEST, "Invalid request: " + problem);
    }

    static RpcError unknownSessionError() {
        return new RpcError(
                ErrorCode.INVALID_REQUEST,
                "Invalid request: Mcp-Session-Id: no such session; open a new one with initialize");
    }

    void handleBatch(HttpRequestContext visit, InboundMessage.MessageBatch batch) {
        String id = visit.head().header(HeaderNames.SESSION_ID);
        ServerSession session = findSession(visit, id);
        if (id != null && session == null) {
            visit.reject(HttpResponses.NOT_FOUND, unknownSessionError(), null);
            return;
        }
        RpcError problem = BatchValidator.findError(
                batch, session == null ? null : session.codec().revision());
        if (session == null || problem != null) {
            visit.reject(HttpResponses.BAD_REQUEST, problem == null ? unknownSessionError() : problem, null);
            return;
        }
        HttpResponseSink exchange = createResponseSink(session, visit);
        BatchResponseCollector replies = new BatchResponseCollector(
                batch, exchange, session.codec().revision(), bytes -> exchange.sendResponse(HttpResponses.OK, bytes));
        boolean answered = replies.hasResponses();
        batch.parts()
                .forEach(part -> router.dispatch(
                        part, session, visit.messageOrigin(session.callerKey()), replies.createItemSink()));
        if (!answered) {
            HttpResponses.sendEmpty(visit.reply(), HttpResponses.ACCEPTED);
        }
    }

    private HttpResponseSink createResponseSink(ServerSession session, HttpRequestContext visit) {
        HttpResponseWriter reply = visit.reply();
        ResumableSseStream outlet = (ResumableSseStream) session.sink();
        boolean primes = session.codec().revision().primesStreams();
        return new HttpResponseSink(
                reply,
                visit::denyAccess,
                () -> {
                    ResumableSseStream stream = outlet.eventStore().createStream();
                    stream.start(streams.open(reply), primes);
                    return stream;
                },
                ErrorStatusMapper::handshakeStatus,
                true);
    }
}
