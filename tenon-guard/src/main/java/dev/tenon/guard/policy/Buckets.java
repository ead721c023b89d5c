package dev.tenon.guard.policy;

import dev.tenon.concurrent.BoundedCache;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Token buckets by key, each a point in time: when it will be full again. A full bucket is as good as a new one and makes room; a
 * bucket that is not full is never evicted. Where there is no room, all further keys share one bucket: no caller gets a fresh
 * allowance by filling the map.
 */
final class Buckets {
    private final long interval;
    private final long capacity;
    private final LongSupplier nanos;
    private final BoundedCache<String, Long> fullAt;
    private final BoundedCache<String, Long> shared;

    Buckets(Rate rate, int most, LongSupplier nanos) {
        this.interval = Math.max(1, rate.interval().toNanos());
        this.capacity = Math.multiplyExact(interval, (long) rate.burst());
        this.nanos = nanos;
        this.fullAt = cache(most);
        this.shared = cache(1);
    }

    private BoundedCache<String, Long> cache(int most) {
        return BoundedCache.<String, Long>builder(most)
                .expiredWhen(full -> full - nanos.getAsLong() <= 0)
                .keepingUnexpired()
                .build();
    }

    /** Takes one token; returns zero when it was there, else how long it takes until one is. */
    Duration take(String key) {
        AtomicLong missing = new AtomicLong();
        if (!take(fullAt, key, missing)) {
            take(shared, "", missing);
        }
        return Duration.ofNanos(missing.get());
    }

    /** Returns false when there is no room for that key. */
    private boolean take(BoundedCache<String, Long> buckets, String key, AtomicLong missing) {
        Long taken = buckets.compute(key, known -> {
            long now = nanos.getAsLong();
            long full = known == null ? now : known;
            missing.set(Math.max(0, full - now + interval - capacity));
            return missing.get() > 0 ? full : Long.valueOf(full + interval);
        });
        return taken != null;
    }

    /** Returns how many buckets are kept, without the shared one. */
    int size() {
        return fullAt.size();
    }
}
