package dev.tenon.guard.policy;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Token buckets by key, each a point in time: when it will be full again. At most so many are kept: those that are full are
 * as good as new and make room; where none is, all further keys share one, so that nobody empties a bucket by filling the map.
 */
final class Buckets {
    private static final String OTHERS = "";
    private static final int LOOKED_AT = 16;

    private final long interval;
    private final long capacity;
    private final int most;
    private final Map<String, Long> fullAt = new LinkedHashMap<>(16, 0.75f, true);
    private final ReentrantLock lock = new ReentrantLock();

    Buckets(Rate rate, int most) {
        this.interval = Math.max(1, rate.interval().toNanos());
        this.capacity = Math.multiplyExact(interval, (long) rate.burst());
        this.most = most;
    }

    /** Takes one token at this time in nanoseconds; zero when it was there, else how long it takes until one is. */
    Duration take(String key, long now) {
        lock.lock();
        try {
            String kept = room(key, now) ? key : OTHERS;
            Long known = fullAt.get(kept);
            long full = known == null || known - now < 0 ? now : known;
            long missing = full - now + interval - capacity;
            if (missing > 0) {
                return Duration.ofNanos(missing);
            }
            fullAt.put(kept, full + interval);
            return Duration.ZERO;
        } finally {
            lock.unlock();
        }
    }

    /** How many buckets are kept. */
    int size() {
        lock.lock();
        try {
            return fullAt.size();
        } finally {
            lock.unlock();
        }
    }

    private boolean room(String key, long now) {
        if (fullAt.containsKey(key) || fullAt.size() < most) {
            return true;
        }
        Iterator<Map.Entry<String, Long>> eldest = fullAt.entrySet().iterator();
        for (int i = 0; i < LOOKED_AT && eldest.hasNext(); i++) {
            if (eldest.next().getValue() - now <= 0) {
                eldest.remove();
            }
        }
        return fullAt.size() < most;
    }
}
