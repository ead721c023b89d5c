package dev.tenon.oauth.server;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Which proofs were used, for as long as they could be used again. When it is full nothing is forgotten early: whoever comes
 * then is not let in. No single key can fill it, and nobody can without a token that is good.
 */
final class ReplayCache {
    /** What became of a proof. */
    enum Outcome {
        NEW,
        USED,
        FULL
    }

    private record Proof(String key, String id) {}

    private final Clock clock;
    private final long millis;
    private final int most;
    private final ReentrantLock lock = new ReentrantLock();
    /** In the order in which they end, as all live equally long. */
    @GuardedBy("lock") private final Map<Proof, Long> ends = new LinkedHashMap<>();

    @GuardedBy("lock") private final Map<String, Integer> ofKey = new HashMap<>();

    ReplayCache(Clock clock, Duration time, int most) {
        this.clock = clock;
        this.millis = time.toMillis();
        this.most = most;
    }

    /** Notes that a proof is used now. */
    Outcome use(String key, String id) {
        long now = clock.millis();
        lock.lock();
        try {
            forget(now);
            Proof proof = new Proof(key, id);
            if (ends.containsKey(proof)) {
                return Outcome.USED;
            }
            if (ends.size() >= most || ofKey.getOrDefault(key, 0) >= most / 2) {
                return Outcome.FULL;
            }
            ends.put(proof, now + millis);
            ofKey.merge(key, 1, Integer::sum);
            return Outcome.NEW;
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock") private void forget(long now) {
        Iterator<Map.Entry<Proof, Long>> eldest = ends.entrySet().iterator();
        while (eldest.hasNext()) {
            Map.Entry<Proof, Long> entry = eldest.next();
            if (entry.getValue() > now) {
                return;
            }
            ofKey.computeIfPresent(entry.getKey().key(), (key, count) -> count == 1 ? null : count - 1);
            eldest.remove();
        }
    }
}
