package dev.tenon.guard.telemetry;

import dev.tenon.guard.policy.Direction;
import dev.tenon.guard.watch.CallWatch;
import dev.tenon.guard.watch.Ended;
import dev.tenon.guard.watch.Exchange;
import dev.tenon.guard.watch.Failure;
import dev.tenon.guard.watch.GuardObserver;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Which servers behind can be reached, by what became of the requests to them: one that could not be three times in a row is
 * not ready, until a request gets through, or for so long after the last that did not. Nobody is sent to a guard that is not
 * ready, so that without an end nobody would find out that the server is back.
 */
public final class Reachability implements GuardObserver {
    private static final int MOST_FAILURES = 3;

    private final Map<String, Lost> lost = new ConcurrentHashMap<>();
    private final Duration memory;
    private final LongSupplier nanos;

    /** A server is not ready for half a minute after the last request that did not reach it. */
    public Reachability() {
        this(Duration.ofSeconds(30), System::nanoTime);
    }

    Reachability(Duration memory, LongSupplier nanos) {
        this.memory = memory;
        this.nanos = nanos;
    }

    /** How often in a row, and when last. */
    private record Lost(int times, long at) {}

    @Override
    public boolean neverBlocks() {
        return true;
    }

    @Override
    public CallWatch begun(Exchange exchange) {
        return exchange.request().direction() == Direction.TO_CLIENT
                ? CallWatch.NONE
                : how -> ended(exchange.request().upstream(), how);
    }

    private void ended(String upstream, Ended how) {
        if (how.failure() == Failure.CONNECTION) {
            lost.merge(upstream, new Lost(1, nanos.getAsLong()), (old, now) -> new Lost(old.times() + 1, now.at()));
        } else if (how.revision() != null) {
            lost.remove(upstream);
        }
    }

    /** The servers that are not reached now. */
    public List<Readiness> missing() {
        long now = nanos.getAsLong();
        return lost.entrySet().stream()
                .filter(entry -> entry.getValue().times() >= MOST_FAILURES
                        && now - entry.getValue().at() < memory.toNanos())
                .map(entry -> Readiness.not("upstream " + entry.getKey(), "The server cannot be reached"))
                .sorted((one, other) -> one.name().compareTo(other.name()))
                .toList();
    }
}
