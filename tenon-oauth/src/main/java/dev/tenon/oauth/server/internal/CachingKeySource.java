package dev.tenon.oauth.server.internal;

import com.nimbusds.jose.jwk.JWK;
import dev.tenon.internal.concurrent.ExecutionContext;
import dev.tenon.oauth.server.VerifierUnavailableException;
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
 * Keys that an issuer publishes: kept for a while, fetched again when they are old, and when a token names a key that
 * is not among them, but for that no more than once a minute. When the issuer does not answer, those that are known
 * count on for a while. One thread fetches, and only who cannot do without waits for it.
 */
public final class CachingKeySource implements KeySource {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.oauth");

    /** Where the keys are, and how they are got. */
    public interface KeySetFetcher {
        byte[] fetch() throws IOException;
    }

    private static final Duration FRESH_DURATION = Duration.ofMinutes(10);
    private static final Duration USABLE_DURATION = Duration.ofHours(1);
    private static final Duration MISS_INTERVAL = Duration.ofMinutes(1);
    private static final Duration FAILURE_INTERVAL = Duration.ofSeconds(5);

    private final String issuer;
    private final KeySetFetcher fetcher;
    private final Clock clock;
    private final Duration lockTimeout;
    private final ReentrantLock fetching = new ReentrantLock();
    /** Written with the lock, like what follows. */
    private volatile @Nullable FetchedKeySet fetched;

    private volatile Instant lastMiss = Instant.EPOCH;
    private volatile Instant lastFailure = Instant.EPOCH;

    /** What was fetched last, and when. */
    private record FetchedKeySet(JwkSet keys, Instant since) {}

    /**
     * Knows nothing yet.
     *
     * @param patience how long a thread waits for keys without which it cannot go on
     */
    public CachingKeySource(String issuer, KeySetFetcher source, Clock clock, Duration patience) {
        this.issuer = issuer;
        this.fetcher = source;
        this.clock = clock;
        this.lockTimeout = patience;
    }

    @Override
    public List<JWK> findKeys(@Nullable String keyId, String algorithm) {
        FetchedKeySet now = currentKeys();
        List<JWK> found = now.keys().findCandidates(keyId, algorithm);
        return found.isEmpty() ? refetchKeys(now).keys().findCandidates(keyId, algorithm) : found;
    }

    private FetchedKeySet currentKeys() {
        FetchedKeySet now = this.fetched;
        if (now != null && isRecent(now.since(), FRESH_DURATION)) {
            return now;
        }
        boolean usable = now != null && isRecent(now.since(), USABLE_DURATION);
        // A thread that can do without does not wait for another.
        if (usable ? fetching.tryLock() : tryLockFetching()) {
            fetchAndUnlock(now, false);
        }
        FetchedKeySet fetched = this.fetched;
        if (fetched == null || !isRecent(fetched.since(), USABLE_DURATION)) {
            throw new VerifierUnavailableException("The keys of " + issuer + " cannot be had now", null);
        }
        return fetched;
    }

    /**
     * A key is named that is not there: perhaps it is new. While one thread asks for it, others wait for what it gets.
     */
    private FetchedKeySet refetchKeys(FetchedKeySet before) {
        boolean isTooSoon = isRecent(lastMiss, MISS_INTERVAL) && !fetching.isLocked();
        if (!isTooSoon && tryLockFetching()) {
            fetchAndUnlock(before, true);
        }
        return Objects.requireNonNull(fetched);
    }

    private boolean tryLockFetching() {
        ExecutionContext.checkCanBlock("wait for the keys of an issuer");
        try {
            return fetching.tryLock(lockTimeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private boolean isRecent(Instant then, Duration time) {
        return clock.instant().isBefore(then.plus(time));
    }

    /** Fetches, unless another thread has since or it is too soon, and gives the lock back, which this thread holds. */
    @SuppressWarnings("ReferenceEquality") // Whether these very keys are still the known ones.
    private void fetchAndUnlock(@Nullable FetchedKeySet before, boolean isMiss) {
        try {
            boolean isTooSoon = isMiss ? isRecent(lastMiss, MISS_INTERVAL) : isRecent(lastFailure, FAILURE_INTERVAL);
            if (fetched == before && !isTooSoon) {
                lastMiss = isMiss ? clock.instant() : lastMiss;
                fetched = new FetchedKeySet(JwkSet.parse(fetcher.fetch()), clock.instant());
            }
        } catch (IOException | IllegalArgumentException e) {
            lastFailure = clock.instant();
            LOG.warn("The keys of {} could not be fetched: {}", issuer, e.getMessage());
        } finally {
            fetching.unlock();
        }
    }
}
