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
        Optional<EventStore.Position> position = outlet.store().find(last);
        if (position.isEmpty()) {
            LOG.info("Refused to resume a stream: its events are not kept any more (limits: events, eventBytes)");
            HttpAnswers.refusal(
                    visit.reply(),
                    HttpAnswers.BAD_REQUEST,
                    "Last-Event-ID: the events that follow are not kept any more (limits: events, eventBytes)");
            return;
        }
        BoundedStream reader = streams.standing(visit);
        position.get().stream().resume(reader, position.get().after());
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
