package dev.tenon.server.internal.http;

import dev.tenon.http.HeaderNames;
import dev.tenon.http.MediaTypes;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.model.Revision;
import dev.tenon.server.internal.connection.ServerComponents;
import dev.tenon.server.internal.request.ServerSession;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Handles GET and DELETE of handshake revisions: opens or resumes a stream of a session, and ends a session. */
record GetDeleteRequestHandler(ServerComponents core, HttpStreamSupervisor streams, HttpSessionHandler sessions) {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.server");

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
        boolean stateless = Optional.ofNullable(request.header(HeaderNames.PROTOCOL_VERSION))
                .flatMap(Revision::of)
                .filter(Revision::isStateless)
                .isPresent();
        if (stateless || core.codecs().newestHandshakeRevision().isEmpty()) {
            request.sendEmpty(HttpResponses.NOT_ALLOWED, Map.of(HeaderNames.ALLOW, "POST"));
            return null;
        }
        if (id == null) {
            request.rejectUnobserved(HttpResponses.BAD_REQUEST, "Mcp-Session-Id: header required");
            return null;
        }
        ServerSession session = sessions.findAndRefreshSession(request, id);
        RpcError error = sessions.findSessionError(request, session);
        if (error != null) {
            int status = session == null ? HttpResponses.NOT_FOUND : HttpResponses.BAD_REQUEST;
            HttpResponses.sendError(request.responseWriter(), status, error, null);
            return null;
        }
        return session;
    }
}
