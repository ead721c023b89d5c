package dev.tenon.guard.policy.limit;

import dev.tenon.guard.internal.file.Sha256;
import dev.tenon.guard.policy.FeatureKind;
import dev.tenon.guard.policy.Finding;
import dev.tenon.guard.policy.MessageKind;
import dev.tenon.guard.policy.NonBlockingPolicy;
import dev.tenon.guard.policy.PolicyDecision;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.guard.policy.PolicyRejection;
import dev.tenon.guard.policy.internal.TargetReader;
import dev.tenon.internal.text.Excerpts;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/** How often tools may be called. Who calls too often is told how long to wait. */
public final class RateLimitPolicy implements NonBlockingPolicy {
    private final List<RateCounter> rates;
    /**
     * Held from the look at the first rate until the last is counted: a call that one rate refuses uses up no other.
     */
    private final ReentrantLock lock = new ReentrantLock();

    /** A policy of these rates, all of which have to hold, each with at most so many counts at a time. */
    public RateLimitPolicy(List<RateLimit> rates, int mostCounts) {
        this(rates, mostCounts, System::nanoTime);
    }

    /** As the other, with a clock of one's own in nanoseconds. */
    RateLimitPolicy(List<RateLimit> rates, int mostCounts, LongSupplier nanos) {
        this.rates = rates.stream()
                .map(rate -> new RateCounter(rate, new TokenBuckets(rate, mostCounts, nanos)))
                .toList();
    }

    private record RateCounter(RateLimit rate, TokenBuckets buckets) {}

    /**
     * What a call is counted under: a digest. Tools that the server does not list share a count, as callers make up
     * their names.
     */
    static String bucketKey(RateLimit rate, PolicyMessage call) {
        boolean perTool = rate.keys().contains(RateLimit.RateKey.TOOL) && call.definition() != null;
        String who = rate.keys().contains(RateLimit.RateKey.PRINCIPAL)
                ? call.caller().name()
                : "";
        return Sha256.hex(who.length() + " " + who + " " + (perTool ? "tool " + call.targetName() : ""));
    }

    @Override
    public String name() {
        return "rates";
    }

    @Override
    public PolicyDecision evaluate(PolicyMessage passage) {
        String tool = passage.kind() == MessageKind.REQUEST ? TargetReader.readTarget(FeatureKind.TOOL, passage) : null;
        if (tool == null || rates.isEmpty()) {
            return PolicyDecision.ALLOW;
        }
        List<RateCounter> those = rates.stream()
                .filter(counted -> counted.rate().tools().matches(tool))
                .toList();
        if (those.isEmpty()) {
            return PolicyDecision.ALLOW;
        }
        lock.lock();
        try {
            RateCounter slowest = null;
            Duration longest = Duration.ZERO;
            for (RateCounter counted : those) {
                Duration wait = counted.buckets().timeUntilToken(bucketKey(counted.rate(), passage));
                if (wait.compareTo(longest) > 0) {
                    slowest = counted;
                    longest = wait;
                }
            }
            if (slowest != null) {
                return rejectCall(tool, slowest.rate(), longest);
            }
            those.forEach(counted -> counted.buckets().consumeToken(bucketKey(counted.rate(), passage)));
            return PolicyDecision.ALLOW;
        } finally {
            lock.unlock();
        }
    }

    private static PolicyDecision rejectCall(String tool, RateLimit rate, Duration wait) {
        PolicyRejection.BusyError busy = new PolicyRejection.BusyError("Too many calls: try again later", wait);
        return PolicyDecision.reject(
                Finding.of(
                        "rates",
                        "The tool " + Excerpts.quote(tool) + " is called more often than " + rate.count() + " times in "
                                + rate.period().toSeconds() + " s."),
                busy);
    }
}
