package dev.tenon.server.internal.request;

import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.LeniencyPolicy;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.server.LimitType;
import dev.tenon.server.internal.limit.LimitHitCounters;
import dev.tenon.server.internal.limit.RequestCounter;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The requests of one session or connection that have not completed yet. */
public final class SessionRequestRegistry {
    private final Map<RequestId, RequestExecution> byId = new ConcurrentHashMap<>();
    /** Requests with an id that another request in flight has as well. */
    private final Set<RequestExecution> duplicates = ConcurrentHashMap.newKeySet();

    private final RequestCounter counter = new RequestCounter();
    private final int maxRequests;
    private final LeniencyPolicy tolerance;
    private final LimitHitCounters counters;
    private volatile boolean closed;

    public SessionRequestRegistry(int maxRequests, LeniencyPolicy tolerance, LimitHitCounters counters) {
        this.maxRequests = maxRequests;
        this.tolerance = tolerance;
        this.counters = counters;
    }

    /**
     * Registers a request.
     *
     * @throws RpcException -32600 if its id is already in use, 429 if there are too many requests
     */
    void register(RequestExecution execution) {
        if (!counter.tryBegin(maxRequests)) {
            throw counters.countAndCreateBusyError(
                    LimitType.REQUESTS_PER_SESSION,
                    maxRequests + " requests are in flight (limit: requestsPerSession); wait for one to end");
        }
        execution.attachSessionRegistry(this);
        if (byId.putIfAbsent(execution.id(), execution) != null) {
            String id = execution.id().toString();
            String problem = "id " + (id.length() <= 60 ? id : id.substring(0, 60) + "...") + " is in flight already";
            if (!tolerance.allows(LeniencyPolicy.ProtocolCheck.IDS, problem)) {
                execution.attachSessionRegistry(null);
                counter.undoBegin();
                throw new RpcException(ErrorCode.INVALID_REQUEST, "Invalid request: " + problem);
            }
            // A cancellation with this id cancels the first one.
            duplicates.add(execution);
        }
        if (closed) {
            // The request arrived while the session or connection ended, so nothing else will cancel it.
            execution.cancel();
        }
    }

    void unregister(RequestExecution execution) {
        if (!byId.remove(execution.id(), execution)) {
            duplicates.remove(execution);
        }
        counter.countCompleted();
    }

    @Nullable public RequestExecution find(RequestId id) {
        return byId.get(id);
    }

    /** Cancels all requests, and those that arrive later. */
    public void cancelAllAndClose() {
        closed = true;
        forEach(RequestExecution::cancel);
    }

    public void forEach(Consumer<RequestExecution> action) {
        byId.values().forEach(action);
        duplicates.forEach(action);
    }

    public RequestCounter counter() {
        return counter;
    }
}
