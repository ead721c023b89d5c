package dev.tenon.guard.joint;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Methods;
import dev.tenon.server.RelayService;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The level of log messages that a session wants: all members are told, and who is met later is told then. */
final class Levels {
    private final Links links;
    private final Map<Seat, Json> told = new ConcurrentHashMap<>();
    private volatile @Nullable Json wanted;

    Levels(Links links) {
        this.links = links;
    }

    /** Tells all who log. */
    Json set(Json params, JointRequest request) throws Exception {
        wanted = params;
        Outcome.requireAny(
                Methods.SET_LEVEL,
                links.useEach(links.common.seats().all(), seat -> service -> tell(seat, service, params, request)));
        return Json.EMPTY_OBJECT;
    }

    /** Work before which a member is told the level, if it was not there when that was set. */
    <T> Work<T> kept(Seat seat, JointRequest request, Work<T> work) {
        return service -> {
            Json level = wanted;
            if (level != null && !isTold(seat)) {
                try {
                    tell(seat, service, level, request);
                } catch (RpcException e) {
                    note(seat, level);
                }
            }
            return work.of(service);
        };
    }

    /** Whether a member knows the level that the client wants. */
    boolean isTold(Seat seat) {
        Json level = wanted;
        return level == null || level.equals(told.get(seat));
    }

    private Json tell(Seat seat, RelayService service, Json params, JointRequest request) throws Exception {
        Json answer = request.answer(service, Methods.SET_LEVEL, params);
        note(seat, params);
        return answer;
    }

    /** Notes what a member was told, unless it has left meanwhile. */
    private void note(Seat seat, Json level) {
        told.put(seat, level);
        if (!links.common.seats().all().contains(seat)) {
            told.remove(seat);
        }
    }

    /** These have left. */
    void forget(List<Seat> gone) {
        gone.forEach(told::remove);
    }
}
