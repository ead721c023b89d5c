package dev.tenon.oauth.server.internal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Which proofs were used, for as long as they could be used again. When it is full nothing is forgotten early: whoever
 * comes then is not let in. No single key can fill it, and nobody can without a token that is good.
 */
public final class ReplayCache {
    /** What became of a proof. */
    public enum ReplayStatus {
        NEW,
        USED,
        FULL
    }

    private record ProofId(String key, String id) {}

    private final Clock clock;
    private final long retentionMillis;
    private final int maxEntries;
    private final ReentrantLock lock = new ReentrantLock();
    /** In the order in which they end, as all live equally long. */
    @GuardedBy("lock") private final Map<ProofId, Long> expiries = new LinkedHashMap<>();

    @GuardedBy("lock") private final Map<String, Integer> countByKey = new HashMap<>();

    public ReplayCache(Clock clock, Duration time, int most) {
        this.clock = clock;
        this.retentionMillis = time.toMillis();
        this.maxEntries = most;
    }

    /** Notes that a proof is used now. */
    public ReplayStatus markUsed(String key, String id) {
        long now = clock.millis();
        lock.lock();
        try {
            evictExpired(now);
            ProofId proof = new ProofId(key, id);
            if (expiries.containsKey(proof)) {
                return ReplayStatus.USED;
            }
            if (expiries.size() >= maxEntries || countByKey.getOrDefault(key, 0) >= maxEntries / 2) {
                return ReplayStatus.FULL;
            }
            expiries.put(proof, now + retentionMillis);
            countByKey.merge(key, 1, Integer::sum);
            return ReplayStatus.NEW;
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock") private void evictExpired(long now) {
        Iterator<Map.Entry<ProofId, Long>> eldest = expiries.entrySet().iterator();
        while (eldest.hasNext()) {
            Map.Entry<ProofId, Long> entry = eldest.next();
            if (entry.getValue() > now) {
                return;
            }
            countByKey.computeIfPresent(entry.getKey().key(), (key, count) -> count == 1 ? null : count - 1);
            eldest.remove();
        }
    }
}
