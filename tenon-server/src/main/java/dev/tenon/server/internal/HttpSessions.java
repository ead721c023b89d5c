package dev.tenon.server.internal;

import dev.tenon.http.HeaderNames;
import dev.tenon.http.StatusTable;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.Inbound;
import dev.tenon.jsonrpc.Message;
import dev.tenon.jsonrpc.MessageWriter;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.Peer;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.Response;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.jsonrpc.Tolerance;
import dev.tenon.server.HttpReply;
import dev.tenon.wire.Wire;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the handshake era does over HTTP: sessions named by a header, found by it and ended by DELETE. */
final class HttpSessions {
    private static final int OK = 200;
    private static final int ACCEPTED = 202;
    private static final int BAD_REQUEST = 400;
    private static final int NOT_FOUND = 404;
    private static final int BUSY = 429;
    private static final int INTERNAL = 500;

    private final Core core;
    private final Streams streams;

    HttpSessions(Core core, Streams streams) {
        this.core = core;
        this.streams = streams;
    }

    void initialize(Visit visit, Request request, Visit.Refuser refuser) {
        if (core.handshake().mayBlock()) {
            core.kernel().later(() -> open(visit, request, refuser));
        } else {
            open(visit, request, refuser);
        }
    }

    private void open(Visit visit, Request request, Visit.Refuser refuser) {
        try {
            Handshake.Opened opened = core.handshake().open(request, visit.principal(), visit.caller(), this::session);
            Map<String, String> headers =
                    Map.of(HeaderNames.SESSION_ID, opened.session().id());
            visit.reply().send(OK, HttpAnswers.json(headers), MessageWriter.write(opened.response()));
            opened.session().prologue().end(opened.session()::tell);
        } catch (RpcException e) {
            refuser.refuse(visit, statusOfOpening(e.error().code()), e.error(), request.id());
        }
    }

    private static int statusOfOpening(int code) {
        return switch (code) {
            case ErrorCode.BUSY -> BUSY;
            case ErrorCode.INTERNAL_ERROR -> INTERNAL;
            default -> BAD_REQUEST;
        };
    }

    private Session session(Wire wire, Session.Opener opener) {
        HttpOutlet outlet = new HttpOutlet(new EventStore(core.limits().events()));
        Peer peer = new Peer(core.limits().requestsPerSession(), id -> outlet.enqueue(Cancellations.of(wire, id)));
        InFlight inFlight = core.inFlight();
        return new Session(RandomIds.next(), wire, opener, inFlight, peer, outlet, core.hub());
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

    void message(Visit visit, String sessionId, Message message, Visit.Refuser refuser) {
        Session session = find(visit, sessionId);
        RpcError problem = problem(visit, session);
        if (session == null || problem != null) {
            refuser.refuse(
                    visit,
                    session == null ? NOT_FOUND : BAD_REQUEST,
                    problem == null ? unknown() : problem,
                    message instanceof Request request ? request.id() : null);
            return;
        }
        if (message instanceof Request request) {
            HttpExchange exchange = exchange(session, visit);
            core.kernel().serve(request, scope(session, visit), exchange);
            return;
        }
        if (message instanceof Notification notification) {
            core.notices().take(notification, session.inFlight(), session, visit.principal());
        } else {
            answered(session, (Response) message);
        }
        HttpAnswers.empty(visit.reply(), ACCEPTED);
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

    void batch(Visit visit, Inbound.Batch batch, Visit.Refuser refuser) {
        String id = visit.head().header(HeaderNames.SESSION_ID);
        Session session = find(visit, id);
        if (id != null && session == null) {
            refuser.refuse(visit, NOT_FOUND, unknown(), null);
            return;
        }
        RpcError problem =
                Batches.problem(batch, session == null ? null : session.wire().revision());
        if (session == null || problem != null) {
            refuser.refuse(visit, BAD_REQUEST, problem == null ? unknown() : problem, null);
            return;
        }
        HttpExchange exchange = exchange(session, visit);
        BatchReply replies =
                new BatchReply(batch, exchange, session.wire().revision(), bytes -> exchange.reply(OK, bytes));
        boolean answered = replies.hasReplies();
        batch.parts().forEach(part -> part(part, session, visit, replies));
        if (!answered) {
            HttpAnswers.empty(visit.reply(), ACCEPTED);
        }
    }

    private void part(Inbound part, Session session, Visit visit, BatchReply replies) {
        if (part instanceof Inbound.Refused refused) {
            if (!refused.notification()) {
                replies.part().reply(refused.answer());
            }
        } else if (part instanceof Inbound.BrokenResponse broken) {
            answered(session, broken);
        } else if (part instanceof Inbound.Accepted accepted) {
            Message message = accepted.message();
            if (message instanceof Request request) {
                core.kernel().serve(request, scope(session, visit), replies.part());
            } else if (message instanceof Notification notification) {
                core.notices().take(notification, session.inFlight(), session, visit.principal());
            } else {
                answered(session, (Response) message);
            }
        }
    }

    void broken(Visit visit, Inbound.BrokenResponse broken) {
        Session session = find(visit, visit.head().header(HeaderNames.SESSION_ID));
        if (session == null) {
            core.dropped().increment();
        } else {
            answered(session, broken);
        }
    }

    private void answered(Session session, Response response) {
        if (!session.peer().answered(response)) {
            core.dropped().increment();
        }
    }

    private void answered(Session session, Inbound.BrokenResponse broken) {
        if (!session.peer().answered(broken)) {
            core.dropped().increment();
        }
    }

    private Scope scope(Session session, Visit visit) {
        return new Scope(
                session.wire(),
                session,
                visit.principal(),
                visit.access().base(),
                session,
                session.inFlight(),
                visit.head().headers());
    }

    private HttpExchange exchange(Session session, Visit visit) {
        HttpReply reply = visit.reply();
        HttpOutlet outlet = (HttpOutlet) session.outlet();
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
