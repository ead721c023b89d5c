package dev.tenon.server.internal.http;

import static dev.tenon.server.internal.error.IncidentLog.LOG;

import dev.tenon.codec.ProtocolCodec;
import dev.tenon.http.ErrorStatusMapper;
import dev.tenon.http.HeaderNames;
import dev.tenon.http.MediaTypes;
import dev.tenon.internal.concurrent.FatalErrors;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.LeniencyPolicy;
import dev.tenon.jsonrpc.MessageReadResult;
import dev.tenon.jsonrpc.MessageWriter;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Revision;
import dev.tenon.server.internal.connection.BatchResponseCollector;
import dev.tenon.server.internal.connection.InboundMessageDispatcher;
import dev.tenon.server.internal.connection.ServerComponents;
import dev.tenon.server.internal.connection.SessionInitializer;
import dev.tenon.server.internal.error.FailureMapper;
import dev.tenon.server.internal.request.ServerSession;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Handles sessions over HTTP: they are identified by a header and ended by DELETE. */
record HttpSessionHandler(ServerComponents core, InboundMessageDispatcher dispatcher, HttpStreamSupervisor streams) {
    void initialize(AuthenticatedHttpRequest request, Request message) {
        if (!core.sessionInitializer().canBlock()) {
            openSession(request, message);
            return;
        }
        try {
            core.dispatcher().executeBlockingOrThrowBusy(() -> openSession(request, message));
        } catch (RpcException e) {
            rejectInitialize(request, message, e);
        }
    }

    private void openSession(AuthenticatedHttpRequest request, Request message) {
        SessionInitializer.OpenedSession opened;
        try {
            opened = core.sessionInitializer()
                    .openSession(message, request.principal(), request.callerKey(), this::createSession);
        } catch (Throwable failure) {
            rejectInitialize(request, message, failure);
            return;
        }
        String id = opened.session().id();
        Map<String, String> headers = HttpResponses.jsonHeaders(Map.of(HeaderNames.SESSION_ID, id));
        request.responseWriter().send(HttpResponses.OK, headers, MessageWriter.write(opened.response()));
        opened.session().markOpened();
    }

    private static void rejectInitialize(AuthenticatedHttpRequest request, Request message, Throwable failure) {
        RpcError error =
                FailureMapper.mapAndLogUnexpected(failure, message.method()).error();
        int status =
                switch (error.code()) {
                    case ErrorCode.BUSY -> HttpResponses.BUSY;
                    case ErrorCode.INTERNAL_ERROR -> HttpResponses.INTERNAL;
                    default -> HttpResponses.BAD_REQUEST;
                };
        request.reject(status, error, message.id());
        FatalErrors.rethrowIfFatal(failure);
    }

    private ServerSession createSession(ProtocolCodec codec, ServerSession.SessionOwner owner) {
        SessionEventStore store =
                new SessionEventStore(core.limits().replayEvents(), core.eventBudget(), owner.callerKey());
        return core.createSession(codec, owner, core.createSessionRequestRegistry(), store.createStream());
    }

    /**
     * Returns the session that a request names, or null; unknown, ended and foreign sessions are not distinguished.
     * Marks the session as used, and gives it the latest credentials of its principal.
     */
    @Nullable ServerSession findAndRefreshSession(AuthenticatedHttpRequest request, @Nullable String id) {
        ServerSession session = id == null ? null : core.sessions().findAndMarkUsed(id);
        if (session == null || !session.isOwnedBy(request.principal())) {
            return null;
        }
        session.updatePrincipal(request.principal());
        return session;
    }

    void handleMessage(AuthenticatedHttpRequest request, String sessionId, MessageReadResult.ValidMessage valid) {
        ServerSession session = findAndRefreshSession(request, sessionId);
        RpcError error = findSessionError(request, session);
        if (session == null || error != null) {
            request.reject(
                    session == null ? HttpResponses.NOT_FOUND : HttpResponses.BAD_REQUEST,
                    error == null ? unknownSessionError() : error,
                    valid.message() instanceof Request message ? message.id() : null);
            return;
        }
        dispatcher.dispatch(
                valid, session, request.messageOrigin(session.callerKey()), createResponseSink(session, request));
        if (!(valid.message() instanceof Request)) {
            request.sendEmpty(HttpResponses.ACCEPTED);
        }
    }

    /** Returns why a request to this session is rejected, or null if it is valid. */
    private @Nullable RpcError findSessionError(AuthenticatedHttpRequest request, @Nullable ServerSession session) {
        if (session == null) {
            return unknownSessionError();
        }
        String version = request.header(HeaderNames.PROTOCOL_VERSION);
        String negotiated = session.codec().revision().wireName();
        if (version == null || !session.codec().revision().hasVersionHeader() || version.equals(negotiated)) {
            return null;
        }
        String error = "MCP-Protocol-Version: this session negotiated " + negotiated;
        return core.leniency().allows(LeniencyPolicy.ProtocolCheck.HEADERS, error)
                ? null
                : new RpcError(ErrorCode.INVALID_REQUEST, "Invalid request: " + error);
    }

    private static RpcError unknownSessionError() {
        return new RpcError(
                ErrorCode.INVALID_REQUEST,
                "Invalid request: Mcp-Session-Id: no such session; open a new one with initialize");
    }

    void handleBatch(AuthenticatedHttpRequest request, MessageReadResult.MessageBatch batch) {
        String id = request.header(HeaderNames.SESSION_ID);
        ServerSession session = findAndRefreshSession(request, id);
        if (id != null && session == null) {
            request.reject(HttpResponses.NOT_FOUND, unknownSessionError(), null);
            return;
        }
        RpcError error = BatchResponseCollector.findError(
                batch, session == null ? null : session.codec().revision());
        if (session == null || error != null) {
            request.reject(HttpResponses.BAD_REQUEST, error == null ? unknownSessionError() : error, null);
            return;
        }
        HttpResponseSink responseSink = createResponseSink(session, request);
        Consumer<byte[]> sender = bytes -> responseSink.sendResponse(HttpResponses.OK, Map.of(), bytes);
        BatchResponseCollector collector =
                new BatchResponseCollector(batch, responseSink, session.codec().revision(), sender);
        InboundMessageDispatcher.MessageOrigin origin = request.messageOrigin(session.callerKey());
        batch.messages().forEach(part -> dispatcher.dispatch(part, session, origin, collector));
        if (!collector.hasExpectedResponses()) {
            request.sendEmpty(HttpResponses.ACCEPTED);
        }
    }

    private HttpResponseSink createResponseSink(ServerSession session, AuthenticatedHttpRequest request) {
        ResumableSseStream sink = (ResumableSseStream) session.sink();
        boolean primes = session.codec().revision().sendsPrimingEvent();
        return new HttpResponseSink(
                request,
                () -> {
                    ResumableSseStream stream = sink.eventStore().createStream();
                    stream.attachFirstReader(streams.open(request.responseWriter()), primes);
                    return stream;
                },
                ErrorStatusMapper::handshakeStatus,
                true);
    }

    /** Opens or resumes a stream of a session. */
    void handleGet(AuthenticatedHttpRequest request) {
        ServerSession session = findSessionOrReject(request);
        if (session == null) {
            return;
        }
        if (!MediaTypes.accepts(request.headerValues(HeaderNames.ACCEPT), MediaTypes.EVENT_STREAM)) {
            request.rejectUnobserved(HttpResponses.NOT_ACCEPTABLE, "Accept: must include text/event-stream");
            return;
        }
        ResumableSseStream sink = (ResumableSseStream) session.sink();
        String lastEventId = request.header(HeaderNames.LAST_EVENT_ID);
        if (lastEventId == null) {
            sink.resumeAfterLastSent(streams.openLongLived(request));
            return;
        }
        SessionEventStore.ResumePosition position;
        try {
            position = sink.eventStore().requireResumePosition(lastEventId);
        } catch (IllegalArgumentException e) {
            LOG.info("Rejected the resumption of a stream: {}", e.getMessage());
            request.rejectUnobserved(HttpResponses.BAD_REQUEST, "Last-Event-ID: " + e.getMessage());
            return;
        }
        position.stream().resume(streams.openLongLived(request), position.after());
    }

    void handleDelete(AuthenticatedHttpRequest request) {
        ServerSession session = findSessionOrReject(request);
        if (session != null) {
            core.sessions().end(session);
            request.sendEmpty(HttpResponses.NO_CONTENT);
        }
    }

    /** Returns the session of the request; null if the request was rejected and has its response. */
    private @Nullable ServerSession findSessionOrReject(AuthenticatedHttpRequest request) {
        String id = request.header(HeaderNames.SESSION_ID);
        String version = request.header(HeaderNames.PROTOCOL_VERSION);
        boolean stateless = version != null
                && Revision.of(version).filter(Revision::isStateless).isPresent();
        if (stateless || core.codecs().newestHandshakeRevision().isEmpty()) {
            request.sendEmpty(HttpResponses.NOT_ALLOWED, Map.of(HeaderNames.ALLOW, "POST"));
            return null;
        }
        if (id == null) {
            request.rejectUnobserved(HttpResponses.BAD_REQUEST, "Mcp-Session-Id: header required");
            return null;
        }
        ServerSession session = findAndRefreshSession(request, id);
        RpcError error = findSessionError(request, session);
        if (error != null) {
            int status = session == null ? HttpResponses.NOT_FOUND : HttpResponses.BAD_REQUEST;
            HttpResponses.sendError(request.responseWriter(), status, error, null);
            return null;
        }
        return session;
    }
}
