package dev.tenon.guard.telemetry;

import dev.tenon.guard.observer.CallEnd;
import dev.tenon.guard.observer.CallFailure;
import dev.tenon.guard.observer.CallStart;
import dev.tenon.guard.observer.GuardObserver;
import dev.tenon.guard.observer.SingleCallObserver;
import dev.tenon.guard.policy.MessageDirection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Tracks which upstream servers are reachable, by the outcome of requests to them. A server is not ready after three
 * consecutive connection failures, until a request reaches it or a time has passed since the last failure. The time
 * limit is needed because a guard that is not ready gets no requests that could show that the server is back.
 */
public final class UpstreamReachabilityTracker implements GuardObserver {
    private static final int MAX_FAILURES = 3;

    private final Map<String, ConnectFailureCount> failures = new ConcurrentHashMap<>();
    private final Duration retention;
    private final LongSupplier nanos;

    /** Creates an observer with a time limit of 30 seconds. */
    public UpstreamReachabilityTracker() {
        this(Duration.ofSeconds(30), System::nanoTime);
    }

    UpstreamReachabilityTracker(Duration retention, LongSupplier nanos) {
        this.retention = retention;
        this.nanos = nanos;
    }

    /** The number of consecutive failures, and the time of the last one. */
    private record ConnectFailureCount(int count, long at) {}

    @Override
    public boolean isNonBlocking() {
        return true;
    }

    @Override
    public SingleCallObserver onCallStart(CallStart call) {
        return call.request().direction() == MessageDirection.TO_CLIENT
                ? SingleCallObserver.NONE
                : end -> onCallEnd(call.request().upstream(), end);
    }

    private void onCallEnd(String upstream, CallEnd end) {
        if (end.failure() == CallFailure.CONNECTION) {
            failures.merge(
                    upstream,
                    new ConnectFailureCount(1, nanos.getAsLong()),
                    (previous, latest) -> new ConnectFailureCount(previous.count() + 1, latest.at()));
        } else if (end.revision() != null) {
            failures.remove(upstream);
        }
    }

    /**
     * Returns an entry that is not ready for each upstream server that is currently unreachable, in the order of the
     * names; empty if all are reachable.
     */
    public List<PartReadiness> unreachableUpstreams() {
        long now = nanos.getAsLong();
        return failures.entrySet().stream()
                .filter(entry -> entry.getValue().count() >= MAX_FAILURES
                        && now - entry.getValue().at() < retention.toNanos())
                .map(entry -> PartReadiness.notReady("upstream " + entry.getKey(), "The server cannot be reached"))
                .sorted((left, right) -> left.name().compareTo(right.name()))
                .toList();
    }
}
