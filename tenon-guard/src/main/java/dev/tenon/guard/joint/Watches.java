package dev.tenon.guard.joint;

import dev.tenon.json.Json;
import dev.tenon.model.Methods;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** With which members a session has subscribed to which resources. The server in front bounds their number. */
final class Watches {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.guard");

    private final Resources resources;
    private final Links links;
    private final Map<String, List<Seat>> watched = new ConcurrentHashMap<>();

    Watches(Resources resources, Links links) {
        this.resources = resources;
        this.links = links;
    }

    Json subscribe(Json params, JointRequest request) throws Exception {
        List<Seat> seats = resources.subscribe(Methods.SUBSCRIBE, params, request);
        watched.put(String.valueOf(params.string("uri")), seats);
        return Json.EMPTY_OBJECT;
    }

    Json unsubscribe(Json params, JointRequest request) throws Exception {
        List<Seat> seats = watched.remove(String.valueOf(params.string("uri")));
        if (seats != null) {
            List<Outcome<Json>> outcomes =
                    links.useAll(seats, service -> request.answer(service, Methods.UNSUBSCRIBE, params));
            outcomes.stream()
                    .filter(outcome -> outcome.problem() != null)
                    .forEach(outcome -> LOG.debug("{} goes on to watch: {}", outcome.seat(), outcome.problem()));
        }
        return Json.EMPTY_OBJECT;
    }
}
