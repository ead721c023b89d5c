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
 * Remembers used proofs as long as they are valid. When it is full, no entry is evicted early; new proofs are rejected
 * instead. A single key can use at most half of it, and only callers with a valid token add entries.
 */
public final class ReplayCache {
    /** The status of a proof. */
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
    /** Ordered by expiry, because all entries have the same lifetime. */
    @GuardedBy("lock") private final Map<ProofId, Long> expiries = new LinkedHashMap<>();

    @GuardedBy("lock") private final Map<String, Integer> countByKey = new HashMap<>();

    public ReplayCache(Clock clock, Duration retention, int maxEntries) {
        this.clock = clock;
        this.retentionMillis = retention.toMillis();
        this.maxEntries = maxEntries;
    }

    /** Marks a new proof as used. If it was used before or the cache is full, nothing changes. */
    public ReplayStatus markUsedAndGetStatus(String key, String id) {
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
            // A proof from the future may be valid up to and including this time.
            if (entry.getValue() >= now) {
                return;
            }
            countByKey.computeIfPresent(entry.getKey().key(), (key, count) -> count == 1 ? null : count - 1);
            eldest.remove();
        }
    }
}
