package dev.tenon.server.internal;

import dev.tenon.concurrent.FatalErrors;
import dev.tenon.http.HeaderNames;
import dev.tenon.http.StatusTable;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.Inbound;
import dev.tenon.jsonrpc.MessageWriter;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.jsonrpc.Tolerance;
import dev.tenon.server.HttpReply;
import dev.tenon.wire.Wire;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the handshake era does over HTTP: sessions named by a header, found by it and ended by DELETE. */
record HttpSessions(Core core, MessageRouter router, Streams streams) {
    void initialize(Visit visit, Request request) {
        if (!core.handshake().mayBlock()) {
            open(visit, request);
            return;
        }
        try {
            core.kernel().later(() -> open(visit, request));
        } catch (RpcException e) {
            refuseToOpen(visit, request, e);
        }
    }

    private void open(Visit visit, Request request) {
        Handshake.Opened opened;
        try {
            opened = core.handshake().open(request, visit.principal(), visit.caller(), this::session);
        } catch (Throwable failure) {
            refuseToOpen(visit, request, failure);
            return;
        }
        Map<String, String> headers =
                Map.of(HeaderNames.SESSION_ID, opened.session().id());
        visit.reply().send(HttpAnswers.OK, HttpAnswers.json(headers), MessageWriter.write(opened.response()));
        opened.session().opened();
    }

    private static void refuseToOpen(Visit visit, Request request, Throwable failure) {
        RpcError error = Failures.describe(failure, request.method()).error();
        visit.refuse(statusOfOpening(error.code()), error, request.id());
        FatalErrors.rethrow(failure);
    }

    private static int statusOfOpening(int code) {
        return switch (code) {
            case ErrorCode.BUSY -> HttpAnswers.BUSY;
            case ErrorCode.INTERNAL_ERROR -> HttpAnswers.INTERNAL;
            default -> HttpAnswers.BAD_REQUEST;
        };
    }

    private Session session(Wire wire, Session.Opener opener) {
        EventStore store = new EventStore(core.limits().events(), core.events(), opener.caller());
        return core.session(wire, opener, core.inFlight(), store.create());
    }

    /** The session that a visit names, or null: unknown, ended and somebody else's look the same. */
    @Nullable Session find(Visit visit, @Nullable String id) {
        Session session = id == null ? null : core.sessions().find(id);
        if (session == null || !session.belongsTo(visit.principal())) {
            return null;
        }
        session.seen(visit.principal());
        return session;
    }

    void message(Visit visit, String sessionId, Inbound.Accepted accepted) {
        Session session = find(visit, sessionId);
        RpcError problem = problem(visit, session);
        if (session == null || problem != null) {
            visit.refuse(
                    session == null ? HttpAnswers.NOT_FOUND : HttpAnswers.BAD_REQUEST,
                    problem == null ? unknown() : problem,
                    accepted.message() instanceof Request asked ? asked.id() : null);
            return;
        }
        router.take(accepted, session, visit.sender(session.caller()), exchange(session, visit));
        if (!(accepted.message() instanceof Request)) {
            HttpAnswers.empty(visit.reply(), HttpAnswers.ACCEPTED);
        }
    }

    /** Why a visit to this session is refused; null when it is not. */
    @Nullable RpcError problem(Visit visit, @Nullable Session session) {
        if (session == null) {
            return unknown();
        }
        String version = visit.head().header(HeaderNames.PROTOCOL_VERSION);
        String agreed = session.wire().revision().wireName();
        boolean fits = version == null || !session.wire().revision().hasVersionHeader() || version.equals(agreed);
        if (fits) {
            return null;
        }
        String problem = "MCP-Protocol-Version: this session agreed on " + agreed;
        return core.tolerance().lets(Tolerance.Check.HEADERS, problem)
                ? null
                : new RpcError(ErrorCode.INVALID_REQUEST, "Invalid request: " + problem);
    }

    static RpcError unknown() {
        return new RpcError(
                ErrorCode.INVALID_REQUEST,
                "Invalid request: Mcp-Session-Id: no such session; open a new one with initialize");
    }

    void batch(Visit visit, Inbound.Batch batch) {
        String id = visit.head().header(HeaderNames.SESSION_ID);
        Session session = find(visit, id);
        if (id != null && session == null) {
            visit.refuse(HttpAnswers.NOT_FOUND, unknown(), null);
            return;
        }
        RpcError problem =
                Batches.problem(batch, session == null ? null : session.wire().revision());
        if (session == null || problem != null) {
            visit.refuse(HttpAnswers.BAD_REQUEST, problem == null ? unknown() : problem, null);
            return;
        }
        HttpExchange exchange = exchange(session, visit);
        BatchReply replies = new BatchReply(
                batch, exchange, session.wire().revision(), bytes -> exchange.reply(HttpAnswers.OK, bytes));
        boolean answered = replies.hasReplies();
        batch.parts().forEach(part -> router.take(part, session, visit.sender(session.caller()), replies.part()));
        if (!answered) {
            HttpAnswers.empty(visit.reply(), HttpAnswers.ACCEPTED);
        }
    }

    private HttpExchange exchange(Session session, Visit visit) {
        HttpReply reply = visit.reply();
        SessionStream outlet = (SessionStream) session.outlet();
        boolean primes = session.wire().revision().primesStreams();
        return new HttpExchange(
                reply,
                visit::forbid,
                () -> {
                    SessionStream stream = outlet.store().create();
                    stream.start(streams.open(reply), primes);
                    return stream;
                },
                StatusTable::handshake,
                true);
    }
}
