package dev.tenon.guard.policy.limit;

import dev.tenon.internal.concurrent.BoundedCache;
import java.time.Duration;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Token buckets by key, each stored as the time at which it will be full again. A full bucket equals a new one and may
 * be evicted; a bucket that is not full is never evicted. When the map is full, all further keys share one bucket, so
 * that no caller gets a new allowance by filling the map.
 */
final class TokenBuckets {
    private final long interval;
    private final long capacity;
    private final LongSupplier nanos;
    private final BoundedCache<String, Long> fullTimes;
    private final BoundedCache<String, Long> overflowBucket;

    TokenBuckets(RateLimit rate, int maxBuckets, LongSupplier nanos) {
        this.interval = Math.max(1, rate.refillInterval().toNanos());
        this.capacity = Math.multiplyExact(interval, (long) rate.burst());
        this.nanos = nanos;
        this.fullTimes = createCache(maxBuckets);
        this.overflowBucket = createCache(1);
    }

    private BoundedCache<String, Long> createCache(int maxBuckets) {
        return BoundedCache.<String, Long>builder(maxBuckets)
                .expireWhen(full -> full - nanos.getAsLong() <= 0)
                .keepUnexpired()
                .build();
    }

    /** Returns the time until a token is available; zero if one is. Does not take a token. */
    Duration timeUntilToken(String key) {
        return Duration.ofNanos(Math.max(0, advanceFullTime(key, 0) - nanos.getAsLong() + interval - capacity));
    }

    void consumeToken(String key) {
        var unused = advanceFullTime(key, interval);
    }

    /** Moves the time at which a bucket is full; uses the shared bucket if the map is full. */
    private long advanceFullTime(String key, long addedNanos) {
        UnaryOperator<@Nullable Long> change = known -> (known == null ? nanos.getAsLong() : known) + addedNanos;
        Long full = fullTimes.compute(key, change);
        return full != null ? full : Objects.requireNonNull(overflowBucket.compute("", change));
    }

    /** Returns the number of buckets, without the shared one. */
    int size() {
        return fullTimes.size();
    }
}
