package dev.tenon.guard.policy.limit;

import static dev.tenon.guard.policy.internal.MessageTargetReader.readTarget;

import dev.tenon.guard.policy.FeatureKind;
import dev.tenon.guard.policy.Finding;
import dev.tenon.guard.policy.MessageKind;
import dev.tenon.guard.policy.NonBlockingPolicy;
import dev.tenon.guard.policy.PolicyDecision;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.guard.policy.PolicyRejection;
import dev.tenon.internal.text.Excerpts;
import dev.tenon.internal.text.Sha256;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/** Limits how often tools may be called. The error for a call that exceeds a limit says how long to wait. */
public final class RateLimitPolicy implements NonBlockingPolicy {
    private final List<RateCounter> rates;
    /**
     * Held from the check of the first rate until all rates are counted: a call that one rate rejects uses no token of
     * another.
     */
    private final ReentrantLock lock = new ReentrantLock();

    /**
     * Creates a policy from these rates, all of which must hold.
     *
     * @param rates the rates
     * @param maxBuckets the maximum number of separate counts for each rate; further keys share one
     */
    public RateLimitPolicy(List<RateLimit> rates, int maxBuckets) {
        this(rates, maxBuckets, System::nanoTime);
    }

    /** Like the public constructor, with a clock in nanoseconds. */
    RateLimitPolicy(List<RateLimit> rates, int maxBuckets, LongSupplier nanos) {
        this.rates = rates.stream()
                .map(rate -> new RateCounter(rate, new TokenBuckets(rate, maxBuckets, nanos)))
                .toList();
    }

    private record RateCounter(RateLimit rate, TokenBuckets buckets) {}

    /** A counter that applies to a call, and the key under which it counts the call. */
    private record CountedCall(RateCounter counter, String key) {}

    /**
     * Returns the key under which a call is counted: a digest. Tools that the server does not list share a count,
     * because callers can invent their names.
     */
    static String bucketKey(RateLimit rate, PolicyMessage call) {
        boolean perTool = rate.keys().contains(RateLimit.RateKey.TOOL) && call.definition() != null;
        String principal = rate.keys().contains(RateLimit.RateKey.PRINCIPAL)
                ? call.caller().name()
                : "";
        return Sha256.hex(principal.length() + " " + principal + " " + (perTool ? "tool " + call.targetName() : ""));
    }

    @Override
    public String name() {
        return "rates";
    }

    @Override
    public PolicyDecision evaluate(PolicyMessage message) {
        String tool = message.kind() == MessageKind.REQUEST ? readTarget(FeatureKind.TOOL, message) : null;
        if (tool == null) {
            return PolicyDecision.ALLOW;
        }
        List<CountedCall> matching = new ArrayList<>();
        for (RateCounter counter : rates) {
            if (counter.rate().tools().matches(tool)) {
                matching.add(new CountedCall(counter, bucketKey(counter.rate(), message)));
            }
        }
        if (matching.isEmpty()) {
            return PolicyDecision.ALLOW;
        }
        lock.lock();
        try {
            RateLimit slowest = null;
            Duration longest = Duration.ZERO;
            for (CountedCall counted : matching) {
                Duration wait = counted.counter().buckets().timeUntilToken(counted.key());
                if (wait.compareTo(longest) > 0) {
                    slowest = counted.counter().rate();
                    longest = wait;
                }
            }
            if (slowest != null) {
                return rejectCall(tool, slowest, longest);
            }
            matching.forEach(counted -> counted.counter().buckets().consumeToken(counted.key()));
            return PolicyDecision.ALLOW;
        } finally {
            lock.unlock();
        }
    }

    private static PolicyDecision rejectCall(String tool, RateLimit rate, Duration wait) {
        String detail = "The tool " + Excerpts.quote(tool) + " is called more often than " + rate.count() + " times in "
                + rate.period().toSeconds() + " s.";
        return PolicyDecision.reject(
                Finding.of("rates", detail), new PolicyRejection.BusyError("Too many calls: try again later", wait));
    }
}
