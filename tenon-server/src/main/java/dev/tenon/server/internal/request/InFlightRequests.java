package dev.tenon.server.internal.request;

import dev.tenon.internal.concurrent.ConditionPoller;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.LeniencyPolicy;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.server.LimitType;
import dev.tenon.server.internal.limit.LimitCounters;
import dev.tenon.server.internal.limit.RequestCounter;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The requests of one session or connection that have no answer yet. */
public final class InFlightRequests {
    private final Map<RequestId, RequestExecution> runs = new ConcurrentHashMap<>();
    /** Those whose id another in flight has as well. */
    private final Set<RequestExecution> duplicates = ConcurrentHashMap.newKeySet();

    private final RequestCounter tally = new RequestCounter();
    private final int maxRequests;
    private final LeniencyPolicy tolerance;
    private final LimitCounters counters;
    private volatile boolean closed;

    public InFlightRequests(int most, LeniencyPolicy tolerance, LimitCounters counters) {
        this.maxRequests = most;
        this.tolerance = tolerance;
        this.counters = counters;
    }

    /**
     * Takes a request in.
     *
     * @throws RpcException -32600 when its id is in flight already, 429 when there are too many
     */
    void register(RequestExecution run) {
        if (!tally.tryBegin(maxRequests)) {
            throw counters.countBusy(
                    LimitType.REQUESTS_PER_SESSION,
                    maxRequests + " requests are in flight (limit: requestsPerSession); wait for one to end");
        }
        run.attachSessionRegistry(this);
        if (runs.putIfAbsent(run.id(), run) != null) {
            String problem = "id " + abbreviate(run.id()) + " is in flight already";
            if (!tolerance.allows(LeniencyPolicy.ProtocolCheck.REQUEST_IDS, problem)) {
                run.attachSessionRegistry(null);
                tally.undoBegin();
                throw new RpcException(ErrorCode.INVALID_REQUEST, "Invalid request: " + problem);
            }
            // A cancellation of that id means the first of them.
            duplicates.add(run);
        }
        if (closed) {
            // It came in while the session or connection ended: nobody else will cancel it.
            run.cancel();
        }
    }

    /** A reply has been handed over. */
    void countResponseSent() {
        tally.countResponseSent();
    }

    private static String abbreviate(RequestId id) {
        String text = id.toString();
        return text.length() <= 60 ? text : text.substring(0, 60) + "...";
    }

    void unregister(RequestExecution run) {
        if (!runs.remove(run.id(), run)) {
            duplicates.remove(run);
        }
        tally.countCompleted();
    }

    @Nullable public RequestExecution find(RequestId id) {
        return runs.get(id);
    }

    /** Waits until every reply has been handed over, but no longer than that. */
    public void awaitAllResponsesSent(Duration longest) {
        ConditionPoller.await(() -> tally.pendingResponseCount() == 0, longest);
    }

    /** Ends them all, and whatever comes in later. */
    public void cancelAll() {
        closed = true;
        forEach(RequestExecution::cancel);
    }

    public void forEach(Consumer<RequestExecution> action) {
        runs.values().forEach(action);
        duplicates.forEach(action);
    }

    public int size() {
        return tally.runningCount();
    }
}
