package dev.tenon.server.internal.http;

import dev.tenon.http.HeaderNames;
import dev.tenon.http.MediaTypes;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.model.Revision;
import dev.tenon.server.internal.connection.ServerComponents;
import dev.tenon.server.internal.request.ServerSession;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Handles GET and DELETE of handshake revisions: opens or resumes a stream of a session, and ends a session. */
record GetDeleteRequestHandler(ServerComponents core, HttpStreamRegistry streams, HttpSessionHandler sessions) {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.server");

    void handleGet(AuthenticatedHttpRequest context) {
        ServerSession session = findSessionOrReject(context);
        if (session == null) {
            return;
        }
        List<String> accept = context.head().headers().allValues(HeaderNames.ACCEPT);
        if (!MediaTypes.accepts(accept, MediaTypes.EVENT_STREAM)) {
            HttpResponses.sendRejection(
                    context.responseWriter(), HttpResponses.NOT_ACCEPTABLE, "Accept: must include text/event-stream");
            return;
        }
        ResumableSseStream sink = (ResumableSseStream) session.sink();
        String lastEventId = context.head().header(HeaderNames.LAST_EVENT_ID);
        if (lastEventId == null) {
            sink.resumeAfterLastSent(streams.openLongLived(context));
            return;
        }
        SessionEventStore.ResumePosition position;
        try {
            position = sink.eventStore().findPosition(lastEventId);
        } catch (IllegalArgumentException e) {
            LOG.info("Rejected the resumption of a stream: {}", e.getMessage());
            HttpResponses.sendRejection(
                    context.responseWriter(), HttpResponses.BAD_REQUEST, "Last-Event-ID: " + e.getMessage());
            return;
        }
        position.stream().resume(streams.openLongLived(context), position.after());
    }

    void handleDelete(AuthenticatedHttpRequest context) {
        ServerSession session = findSessionOrReject(context);
        if (session != null) {
            core.sessions().end(session);
            HttpResponses.sendEmpty(context.responseWriter(), HttpResponses.NO_CONTENT);
        }
    }

    /** Returns the session of the request; null if the request was rejected and has its response. */
    private @org.jspecify.annotations.Nullable ServerSession findSessionOrReject(AuthenticatedHttpRequest context) {
        String id = context.head().header(HeaderNames.SESSION_ID);
        boolean stateless = Optional.ofNullable(context.head().header(HeaderNames.PROTOCOL_VERSION))
                .flatMap(Revision::of)
                .filter(Revision::isStateless)
                .isPresent();
        if (stateless || core.codecs().newestHandshakeRevision().isEmpty()) {
            HttpResponses.sendEmpty(
                    context.responseWriter(), HttpResponses.NOT_ALLOWED, Map.of(HeaderNames.ALLOW, "POST"));
            return null;
        }
        if (id == null) {
            HttpResponses.sendRejection(
                    context.responseWriter(), HttpResponses.BAD_REQUEST, "Mcp-Session-Id: header required");
            return null;
        }
        ServerSession session = sessions.findSession(context, id);
        RpcError error = sessions.findSessionError(context, session);
        if (error != null) {
            HttpResponses.sendError(
                    context.responseWriter(),
                    session == null ? HttpResponses.NOT_FOUND : HttpResponses.BAD_REQUEST,
                    error,
                    null);
            return null;
        }
        return session;
    }
}
