package dev.tenon.guard.joint;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Methods;
import dev.tenon.server.RelayService;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The level of log messages that a session wants: all members are told, and who is met later is told then. */
final class Levels {
    private final Common common;
    private final Links links;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<RelayService, Json> told = new WeakHashMap<>();
    private volatile @Nullable Json wanted;

    Levels(Common common, Links links) {
        this.common = common;
        this.links = links;
    }

    /** Tells all who log. */
    Json set(Json params, JointRequest request) throws Exception {
        wanted = params;
        List<Outcome<Json>> outcomes = links.useAll(common.seats().all(), service -> tell(service, params, request));
        if (outcomes.stream().allMatch(outcome -> outcome.value() == null)) {
            throw Lists.problem(Methods.SET_LEVEL, outcomes);
        }
        return Json.EMPTY_OBJECT;
    }

    /** Work before which a member is told the level, if it was not there when that was set. */
    <T> Work<T> kept(JointRequest request, Work<T> work) {
        return service -> {
            Json level = wanted;
            if (level != null && !isTold(service)) {
                try {
                    tell(service, level, request);
                } catch (RpcException e) {
                    note(service, level);
                }
            }
            return work.of(service);
        };
    }

    /** Whether a member knows the level that the client wants. */
    boolean isTold(RelayService service) {
        Json level = wanted;
        return level == null || level.equals(known(service));
    }

    private Json tell(RelayService service, Json params, JointRequest request) throws Exception {
        Json answer = request.answer(service, Methods.SET_LEVEL, params);
        note(service, params);
        return answer;
    }

    private @Nullable Json known(RelayService service) {
        lock.lock();
        try {
            return told.get(service);
        } finally {
            lock.unlock();
        }
    }

    private void note(RelayService service, Json level) {
        lock.lock();
        try {
            told.put(service, level);
        } finally {
            lock.unlock();
        }
    }
}
