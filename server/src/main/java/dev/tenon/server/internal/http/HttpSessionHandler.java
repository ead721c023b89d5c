package dev.tenon.server.internal.http;

import dev.tenon.codec.ProtocolCodec;
import dev.tenon.http.ErrorStatusMapper;
import dev.tenon.http.HeaderNames;
import dev.tenon.internal.concurrent.FatalErrors;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.LeniencyPolicy;
import dev.tenon.jsonrpc.MessageReadResult;
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

/** Handles sessions over HTTP: they are identified by a header and ended by DELETE. */
record HttpSessionHandler(ServerComponents core, InboundMessageDispatcher dispatcher, HttpStreamRegistry streams) {
    void initialize(AuthenticatedHttpRequest context, Request request) {
        if (!core.sessionInitializer().canBlock()) {
            openSession(context, request);
            return;
        }
        try {
            core.dispatcher().executeBlocking(() -> openSession(context, request));
        } catch (RpcException e) {
            rejectInitialize(context, request, e);
        }
    }

    private void openSession(AuthenticatedHttpRequest context, Request request) {
        SessionInitializer.OpenedSession opened;
        try {
            opened = core.sessionInitializer()
                    .openSession(request, context.principal(), context.callerKey(), this::createSession);
        } catch (Throwable failure) {
            rejectInitialize(context, request, failure);
            return;
        }
        Map<String, String> headers =
                Map.of(HeaderNames.SESSION_ID, opened.session().id());
        context.responseWriter()
                .send(HttpResponses.OK, HttpResponses.jsonHeaders(headers), MessageWriter.write(opened.response()));
        opened.session().markOpened();
    }

    private static void rejectInitialize(AuthenticatedHttpRequest context, Request request, Throwable failure) {
        RpcError error =
                FailureMapper.mapAndLogUnexpected(failure, request.method()).error();
        context.reject(initializeErrorStatus(error.code()), error, request.id());
        FatalErrors.rethrowIfFatal(failure);
    }

    private static int initializeErrorStatus(int code) {
        return switch (code) {
            case ErrorCode.BUSY -> HttpResponses.BUSY;
            case ErrorCode.INTERNAL_ERROR -> HttpResponses.INTERNAL;
            default -> HttpResponses.BAD_REQUEST;
        };
    }

    private ServerSession createSession(ProtocolCodec codec, ServerSession.SessionOwner owner) {
        SessionEventStore store =
                new SessionEventStore(core.limits().replayEvents(), core.eventBudget(), owner.callerKey());
        return core.createSession(codec, owner, core.createSessionRequestRegistry(), store.createStream());
    }

    /** Returns the session that a request names, or null; unknown, ended and foreign sessions are not distinguished. */
    @Nullable ServerSession findSession(AuthenticatedHttpRequest context, @Nullable String id) {
        ServerSession session = id == null ? null : core.sessions().findAndMarkUsed(id);
        if (session == null || !session.isOwnedBy(context.principal())) {
            return null;
        }
        session.updatePrincipal(context.principal());
        return session;
    }

    void handleMessage(AuthenticatedHttpRequest context, String sessionId, MessageReadResult.ValidMessage valid) {
        ServerSession session = findSession(context, sessionId);
        RpcError error = findSessionError(context, session);
        if (session == null || error != null) {
            context.reject(
                    session == null ? HttpResponses.NOT_FOUND : HttpResponses.BAD_REQUEST,
                    error == null ? unknownSessionError() : error,
                    valid.message() instanceof Request request ? request.id() : null);
            return;
        }
        dispatcher.dispatch(
                valid, session, context.messageOrigin(session.callerKey()), createResponseSink(session, context));
        if (!(valid.message() instanceof Request)) {
            HttpResponses.sendEmpty(context.responseWriter(), HttpResponses.ACCEPTED);
        }
    }

    /** Returns why a request to this session is rejected, or null if it is valid. */
    @Nullable RpcError findSessionError(AuthenticatedHttpRequest context, @Nullable ServerSession session) {
        if (session == null) {
            return unknownSessionError();
        }
        String version = context.head().header(HeaderNames.PROTOCOL_VERSION);
        String negotiated = session.codec().revision().wireName();
        boolean matches =
                version == null || !session.codec().revision().hasVersionHeader() || version.equals(negotiated);
        if (matches) {
            return null;
        }
        String error = "MCP-Protocol-Version: this session negotiated " + negotiated;
        return core.leniency().allows(LeniencyPolicy.ProtocolCheck.HEADERS, error)
                ? null
                : new RpcError(ErrorCode.INVALID_REQUEST, "Invalid request: " + error);
    }

    static RpcError unknownSessionError() {
        return new RpcError(
                ErrorCode.INVALID_REQUEST,
                "Invalid request: Mcp-Session-Id: no such session; open a new one with initialize");
    }

    void handleBatch(AuthenticatedHttpRequest context, MessageReadResult.MessageBatch batch) {
        String id = context.head().header(HeaderNames.SESSION_ID);
        ServerSession session = findSession(context, id);
        if (id != null && session == null) {
            context.reject(HttpResponses.NOT_FOUND, unknownSessionError(), null);
            return;
        }
        RpcError error = BatchValidator.findError(
                batch, session == null ? null : session.codec().revision());
        if (session == null || error != null) {
            context.reject(HttpResponses.BAD_REQUEST, error == null ? unknownSessionError() : error, null);
            return;
        }
        HttpResponseSink responseSink = createResponseSink(session, context);
        BatchResponseCollector collector = new BatchResponseCollector(
                batch,
                responseSink,
                session.codec().revision(),
                bytes -> responseSink.sendResponse(HttpResponses.OK, bytes));
        boolean hasResponses = collector.hasExpectedResponses();
        batch.messages()
                .forEach(part -> dispatcher.dispatch(
                        part, session, context.messageOrigin(session.callerKey()), collector.createItemSink()));
        if (!hasResponses) {
            HttpResponses.sendEmpty(context.responseWriter(), HttpResponses.ACCEPTED);
        }
    }

    private HttpResponseSink createResponseSink(ServerSession session, AuthenticatedHttpRequest context) {
        HttpResponseWriter writer = context.responseWriter();
        ResumableSseStream sink = (ResumableSseStream) session.sink();
        boolean primes = session.codec().revision().sendsPrimingEvent();
        return new HttpResponseSink(
                writer,
                context::createAccessDenial,
                () -> {
                    ResumableSseStream stream = sink.eventStore().createStream();
                    stream.attachFirstReader(streams.open(writer), primes);
                    return stream;
                },
                ErrorStatusMapper::handshakeStatus,
                true);
    }
}
