package dev.tenon.guard.telemetry;

import dev.tenon.guard.observer.CallEnd;
import dev.tenon.guard.observer.CallFailure;
import dev.tenon.guard.observer.CallObserver;
import dev.tenon.guard.observer.GuardObserver;
import dev.tenon.guard.observer.ObservedCall;
import dev.tenon.guard.policy.MessageDirection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Which servers behind can be reached, by what became of the requests to them: one that could not be three times in a
 * row is not ready, until a request gets through, or for so long after the last that did not. Nobody is sent to a guard
 * that is not ready, so that without an end nobody would find out that the server is back.
 */
public final class ReachabilityObserver implements GuardObserver {
    private static final int MAX_FAILURES = 3;

    private final Map<String, ConnectFailureCount> lost = new ConcurrentHashMap<>();
    private final Duration memory;
    private final LongSupplier nanos;

    /** A server is not ready for half a minute after the last request that did not reach it. */
    public ReachabilityObserver() {
        this(Duration.ofSeconds(30), System::nanoTime);
    }

    ReachabilityObserver(Duration memory, LongSupplier nanos) {
        this.memory = memory;
        this.nanos = nanos;
    }

    /** How often in a row, and when last. */
    private record ConnectFailureCount(int times, long at) {}

    @Override
    public boolean isNonBlocking() {
        return true;
    }

    @Override
    public CallObserver onCallStart(ObservedCall exchange) {
        return exchange.request().direction() == MessageDirection.TO_CLIENT
                ? CallObserver.NONE
                : how -> onCallEnd(exchange.request().upstream(), how);
    }

    private void onCallEnd(String upstream, CallEnd how) {
        if (how.failure() == CallFailure.CONNECTION) {
            lost.merge(
                    upstream,
                    new ConnectFailureCount(1, nanos.getAsLong()),
                    (old, now) -> new ConnectFailureCount(old.times() + 1, now.at()));
        } else if (how.revision() != null) {
            lost.remove(upstream);
        }
    }

    /** The servers that are not reached now. */
    public List<Readiness> unreachableUpstreams() {
        long now = nanos.getAsLong();
        return lost.entrySet().stream()
                .filter(entry -> entry.getValue().times() >= MAX_FAILURES
                        && now - entry.getValue().at() < memory.toNanos())
                .map(entry -> Readiness.notReady("upstream " + entry.getKey(), "The server cannot be reached"))
                .sorted((one, other) -> one.name().compareTo(other.name()))
                .toList();
    }
}
