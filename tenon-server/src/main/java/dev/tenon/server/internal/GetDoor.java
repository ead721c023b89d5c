package dev.tenon.server.internal;

import dev.tenon.http.HeaderNames;
import dev.tenon.http.MediaTypes;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.model.Revision;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** GET and DELETE of the handshake era: a session's own stream, the rest of a broken one, and a session's end. */
record GetDoor(Core core, Streams streams, HttpSessions sessions) {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.server");

    void get(Visit visit) {
        Session session = admitted(visit);
        if (session == null) {
            return;
        }
        List<String> accept = visit.head().headers().all(HeaderNames.ACCEPT);
        if (!MediaTypes.accepts(accept, MediaTypes.EVENT_STREAM)) {
            HttpAnswers.refusal(visit.reply(), HttpAnswers.NOT_ACCEPTABLE, "Accept: must include text/event-stream");
            return;
        }
        SessionStream outlet = (SessionStream) session.outlet();
        String last = visit.head().header(HeaderNames.LAST_EVENT_ID);
        if (last == null) {
            outlet.attend(streams.standing(visit));
            return;
        }
        EventStore.Position position;
        try {
            position = outlet.store().find(last);
        } catch (IllegalArgumentException e) {
            LOG.info("Refused to resume a stream: {}", e.getMessage());
            HttpAnswers.refusal(visit.reply(), HttpAnswers.BAD_REQUEST, "Last-Event-ID: " + e.getMessage());
            return;
        }
        position.stream().resume(streams.standing(visit), position.after());
    }

    void delete(Visit visit) {
        Session session = admitted(visit);
        if (session != null) {
            core.sessions().end(session);
            HttpAnswers.empty(visit.reply(), HttpAnswers.NO_CONTENT);
        }
    }

    /** The session of the visit; null when the visit has been answered with a refusal. */
    private @org.jspecify.annotations.Nullable Session admitted(Visit visit) {
        String id = visit.head().header(HeaderNames.SESSION_ID);
        boolean stateless = Optional.ofNullable(visit.head().header(HeaderNames.PROTOCOL_VERSION))
                .flatMap(Revision::of)
                .filter(Revision::isStateless)
                .isPresent();
        if (stateless || core.wires().newestWithHandshake().isEmpty()) {
            HttpAnswers.empty(visit.reply(), HttpAnswers.NOT_ALLOWED, Map.of(HeaderNames.ALLOW, "POST"));
            return null;
        }
        if (id == null) {
            HttpAnswers.refusal(visit.reply(), HttpAnswers.BAD_REQUEST, "Mcp-Session-Id: header required");
            return null;
        }
        Session session = sessions.find(visit, id);
        RpcError problem = sessions.problem(visit, session);
        if (problem != null) {
            HttpAnswers.error(
                    visit.reply(), session == null ? HttpAnswers.NOT_FOUND : HttpAnswers.BAD_REQUEST, problem, null);
            return null;
        }
        return session;
    }
}
