package dev.tenon.server.internal;

import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.jsonrpc.RpcException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The requests of one session or connection that have no answer yet. */
final class InFlight {
    private final Map<RequestId, Run> runs = new ConcurrentHashMap<>();
    private final int most;

    InFlight(int most) {
        this.most = most;
    }

    /**
     * Takes a request in.
     *
     * @throws RpcException -32600 when its id is in flight already, 429 when there are too many
     */
    void enter(Run run) {
        if (runs.size() >= most) {
            throw new RpcException(ErrorCode.BUSY, "Busy: " + most + " requests are in flight; wait for one to end");
        }
        if (runs.putIfAbsent(run.id(), run) != null) {
            throw new RpcException(
                    ErrorCode.INVALID_REQUEST, "Invalid request: id " + shown(run.id()) + " is in flight already");
        }
    }

    private static String shown(RequestId id) {
        String text = id.toString();
        return text.length() <= 60 ? text : text.substring(0, 60) + "...";
    }

    void leave(Run run) {
        runs.remove(run.id(), run);
    }

    @Nullable Run find(RequestId id) {
        return runs.get(id);
    }

    /** Waits until there are none, but no longer than that. */
    void awaitNone(Duration longest) {
        Quiet.await(runs::isEmpty, longest);
    }

    void cancelAll(String reason) {
        runs.values().forEach(run -> run.cancel(reason));
    }

    int size() {
        return runs.size();
    }
}
