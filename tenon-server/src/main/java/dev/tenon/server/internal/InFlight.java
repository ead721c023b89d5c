package dev.tenon.server.internal;

import dev.tenon.concurrent.Polling;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.jsonrpc.Tolerance;
import dev.tenon.server.Bound;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The requests of one session or connection that have no answer yet. */
final class InFlight {
    private final Map<RequestId, Run> runs = new ConcurrentHashMap<>();
    /** Those whose id another in flight has as well. */
    private final Set<Run> also = ConcurrentHashMap.newKeySet();

    private final Tally tally = new Tally();
    private final int most;
    private final Tolerance tolerance;
    private final BoundCounters counters;
    private volatile boolean ended;

    InFlight(int most, Tolerance tolerance, BoundCounters counters) {
        this.most = most;
        this.tolerance = tolerance;
        this.counters = counters;
    }

    /**
     * Takes a request in.
     *
     * @throws RpcException -32600 when its id is in flight already, 429 when there are too many
     */
    void enter(Run run) {
        if (!tally.began(most)) {
            throw counters.busy(
                    Bound.REQUESTS_PER_SESSION,
                    most + " requests are in flight (limit: requestsPerSession); wait for one to end");
        }
        run.countedIn(this);
        if (runs.putIfAbsent(run.id(), run) != null) {
            String problem = "id " + shown(run.id()) + " is in flight already";
            if (!tolerance.lets(Tolerance.Check.IDS, problem)) {
                run.countedIn(null);
                tally.withdrawn();
                throw new RpcException(ErrorCode.INVALID_REQUEST, "Invalid request: " + problem);
            }
            // A cancellation of that id means the first of them.
            also.add(run);
        }
        if (ended) {
            // It came in while the session or connection ended: nobody else will cancel it.
            run.cancel();
        }
    }

    /** A reply has been handed over. */
    void settled() {
        tally.settled();
    }

    private static String shown(RequestId id) {
        String text = id.toString();
        return text.length() <= 60 ? text : text.substring(0, 60) + "...";
    }

    void leave(Run run) {
        if (!runs.remove(run.id(), run)) {
            also.remove(run);
        }
        tally.ended();
    }

    @Nullable Run find(RequestId id) {
        return runs.get(id);
    }

    /** Waits until every reply has been handed over, but no longer than that. */
    void awaitNone(Duration longest) {
        Polling.await(() -> tally.unsettled() == 0, longest);
    }

    /** Ends them all, and whatever comes in later. */
    void cancelAll() {
        ended = true;
        forEach(Run::cancel);
    }

    void forEach(Consumer<Run> action) {
        runs.values().forEach(action);
        also.forEach(action);
    }

    int size() {
        return tally.running();
    }
}
