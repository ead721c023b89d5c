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

/** GET and DELETE of the handshake era: a session's own stream, the rest of a broken one, and a session's end. */
record GetDeleteRequestHandler(ServerComponents core, HttpStreamRegistry streams, HttpSessionHandler sessions) {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.server");

    void handleGet(HttpRequestContext visit) {
        ServerSession session = requireSession(visit);
        if (session == null) {
            return;
        }
        List<String> accept = visit.head().headers().allValues(HeaderNames.ACCEPT);
        if (!MediaTypes.accepts(accept, MediaTypes.EVENT_STREAM)) {
            HttpResponses.sendRejection(
                    visit.reply(), HttpResponses.NOT_ACCEPTABLE, "Accept: must include text/event-stream");
            return;
        }
        ResumableSseStream outlet = (ResumableSseStream) session.sink();
        String last = visit.head().header(HeaderNames.LAST_EVENT_ID);
        if (last == null) {
            outlet.attachUnread(streams.openLongLived(visit));
            return;
        }
        SessionEventStore.ResumePosition position;
        try {
            position = outlet.eventStore().findPosition(last);
        } catch (IllegalArgumentException e) {
            LOG.info("Refused to resume a stream: {}", e.getMessage());
            HttpResponses.sendRejection(visit.reply(), HttpResponses.BAD_REQUEST, "Last-Event-ID: " + e.getMessage());
            return;
        }
        position.stream().resume(streams.openLongLived(visit), position.after());
    }

    void handleDelete(HttpRequestContext visit) {
        ServerSession session = requireSession(visit);
        if (session != null) {
            core.sessions().end(session);
            HttpResponses.sendEmpty(visit.reply(), HttpResponses.NO_CONTENT);
        }
    }

    /** The session of the visit; null when the visit has been answered with a refusal. */
    private @org.jspecify.annotations.Nullable ServerSession requireSession(HttpRequestContext visit) {
        String id = visit.head().header(HeaderNames.SESSION_ID);
        boolean stateless = Optional.ofNullable(visit.head().header(HeaderNames.PROTOCOL_VERSION))
                .flatMap(Revision::of)
                .filter(Revision::isStateless)
                .isPresent();
        if (stateless || core.codecs().newestHandshakeRevision().isEmpty()) {
            HttpResponses.sendEmpty(visit.reply(), HttpResponses.NOT_ALLOWED, Map.of(HeaderNames.ALLOW, "POST"));
            return null;
        }
        if (id == null) {
            HttpResponses.sendRejection(visit.reply(), HttpResponses.BAD_REQUEST, "Mcp-Session-Id: header required");
            return null;
        }
        ServerSession session = sessions.findSession(visit, id);
        RpcError problem = sessions.findError(visit, session);
        if (problem != null) {
            HttpResponses.sendError(
                    visit.reply(),
                    session == null ? HttpResponses.NOT_FOUND : HttpResponses.BAD_REQUEST,
                    problem,
                    null);
            return null;
        }
        return session;
    }
}
