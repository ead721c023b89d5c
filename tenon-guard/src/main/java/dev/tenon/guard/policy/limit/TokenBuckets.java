package dev.tenon.guard.policy.limit;

import dev.tenon.internal.concurrent.BoundedCache;
import java.time.Duration;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Token buckets by key, each a point in time: when it will be full again. A full bucket is as good as a new one and
 * makes room; a bucket that is not full is never evicted. Where there is no room, all further keys share one bucket: no
 * caller gets a fresh allowance by filling the map.
 */
final class TokenBuckets {
    private final long interval;
    private final long capacity;
    private final LongSupplier nanos;
    private final BoundedCache<String, Long> fullTimes;
    private final BoundedCache<String, Long> overflowBucket;

    TokenBuckets(RateLimit rate, int most, LongSupplier nanos) {
        this.interval = Math.max(1, rate.refillInterval().toNanos());
        this.capacity = Math.multiplyExact(interval, (long) rate.burst());
        this.nanos = nanos;
        this.fullTimes = createCache(most);
        this.overflowBucket = createCache(1);
    }

    private BoundedCache<String, Long> createCache(int most) {
        return BoundedCache.<String, Long>builder(most)
                .expireWhen(full -> full - nanos.getAsLong() <= 0)
                .keepUnexpired()
                .build();
    }

    /** Returns how long it takes until a token is there; zero when it is. Nothing is taken. */
    Duration timeUntilToken(String key) {
        return Duration.ofNanos(Math.max(0, advanceFullTime(key, 0) - nanos.getAsLong() + interval - capacity));
    }

    /** Takes a token. */
    void consumeToken(String key) {
        var unused = advanceFullTime(key, interval);
    }

    /**
     * Moves the time at which a bucket is full by so much; where there is no room for the key, that of the shared one.
     */
    private long advanceFullTime(String key, long later) {
        UnaryOperator<@Nullable Long> change = known -> (known == null ? nanos.getAsLong() : known) + later;
        Long full = fullTimes.compute(key, change);
        return full != null ? full : Objects.requireNonNull(overflowBucket.compute("", change));
    }

    /** Returns how many buckets are kept, without the shared one. */
    int size() {
        return fullTimes.size();
    }
}
