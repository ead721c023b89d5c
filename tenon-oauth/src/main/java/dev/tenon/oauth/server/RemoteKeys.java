package dev.tenon.oauth.server;

import com.nimbusds.jose.jwk.JWK;
import dev.tenon.concurrent.ExecutionContext;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keys that an issuer publishes: kept for a while, fetched again when they are old, and when a token names a key that is not
 * among them, but for that no more than once a minute. When the issuer does not answer, those that are known count on for
 * a while. One thread fetches, and only who cannot do without waits for it.
 */
final class RemoteKeys implements Keys {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.oauth");

    /** Where the keys are, and how they are got. */
    interface Source {
        byte[] fetch() throws IOException;
    }

    private static final Duration FRESH = Duration.ofMinutes(10);
    private static final Duration USABLE = Duration.ofHours(1);
    private static final Duration BETWEEN_MISSES = Duration.ofMinutes(1);
    private static final Duration BETWEEN_FAILURES = Duration.ofSeconds(5);

    private final String issuer;
    private final Source source;
    private final Clock clock;
    private final Duration patience;
    private final ReentrantLock fetching = new ReentrantLock();
    /** Written with the lock, like what follows. */
    private volatile @Nullable Known known;

    private volatile Instant lastMiss = Instant.EPOCH;
    private volatile Instant lastFailure = Instant.EPOCH;

    /** What was fetched last, and when. */
    private record Known(KeySet keys, Instant since) {}

    /**
     * Knows nothing yet.
     *
     * @param patience how long a thread waits for keys without which it cannot go on
     */
    RemoteKeys(String issuer, Source source, Clock clock, Duration patience) {
        this.issuer = issuer;
        this.source = source;
        this.clock = clock;
        this.patience = patience;
    }

    @Override
    public List<JWK> find(@Nullable String keyId, String algorithm) {
        Known now = current();
        List<JWK> found = now.keys().candidates(keyId, algorithm);
        return found.isEmpty() ? missed(now).keys().candidates(keyId, algorithm) : found;
    }

    private Known current() {
        Known now = known;
        if (now != null && isWithin(now.since(), FRESH)) {
            return now;
        }
        boolean usable = now != null && isWithin(now.since(), USABLE);
        // A thread that can do without does not wait for another.
        if (usable ? fetching.tryLock() : lockPatiently()) {
            fetchAfter(now, false);
        }
        Known fetched = known;
        if (fetched == null || !isWithin(fetched.since(), USABLE)) {
            throw new VerifierUnavailableException("The keys of " + issuer + " cannot be had now", null);
        }
        return fetched;
    }

    /** A key is named that is not there: perhaps it is new. While one thread asks for it, others wait for what it gets. */
    private Known missed(Known before) {
        boolean isTooSoon = isWithin(lastMiss, BETWEEN_MISSES) && !fetching.isLocked();
        if (!isTooSoon && lockPatiently()) {
            fetchAfter(before, true);
        }
        return Objects.requireNonNull(known);
    }

    private boolean lockPatiently() {
        ExecutionContext.checkCanBlock("wait for the keys of an issuer");
        try {
            return fetching.tryLock(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private boolean isWithin(Instant then, Duration time) {
        return clock.instant().isBefore(then.plus(time));
    }

    /** Fetches, unless another thread has since or it is too soon, and gives the lock back, which this thread holds. */
    @SuppressWarnings("ReferenceEquality") // Whether these very keys are still the known ones.
    private void fetchAfter(@Nullable Known before, boolean isMiss) {
        try {
            boolean isTooSoon = isMiss ? isWithin(lastMiss, BETWEEN_MISSES) : isWithin(lastFailure, BETWEEN_FAILURES);
            if (known == before && !isTooSoon) {
                lastMiss = isMiss ? clock.instant() : lastMiss;
                known = new Known(KeySet.parse(source.fetch()), clock.instant());
            }
        } catch (IOException | IllegalArgumentException e) {
            lastFailure = clock.instant();
            LOG.warn("The keys of {} could not be fetched: {}", issuer, e.getMessage());
        } finally {
            fetching.unlock();
        }
    }
}
