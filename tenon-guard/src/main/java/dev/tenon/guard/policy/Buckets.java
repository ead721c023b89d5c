package dev.tenon.guard.policy;

import dev.tenon.concurrent.BoundedCache;
import java.time.Duration;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

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

    /** Returns how long it takes until a token is there; zero when it is. Nothing is taken. */
    Duration missing(String key) {
        return Duration.ofNanos(Math.max(0, fullAt(key, 0) - nanos.getAsLong() + interval - capacity));
    }

    /** Takes a token. */
    void take(String key) {
        var unused = fullAt(key, interval);
    }

    /** Moves the time at which a bucket is full by so much; where there is no room for the key, that of the shared one. */
    private long fullAt(String key, long later) {
        UnaryOperator<@Nullable Long> change = known -> (known == null ? nanos.getAsLong() : known) + later;
        Long full = fullAt.compute(key, change);
        return full != null ? full : Objects.requireNonNull(shared.compute("", change));
    }

    /** Returns how many buckets are kept, without the shared one. */
    int size() {
        return fullAt.size();
    }
}
