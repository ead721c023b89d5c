package dev.tenon.oauth.server.internal;

import static dev.tenon.oauth.internal.OAuthLog.SERVER_LOG;

import com.nimbusds.jose.jwk.JWK;
import dev.tenon.internal.concurrent.ThreadBlockingContext;
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

/**
 * Caches the keys that an issuer publishes. They are fetched again when they are ten minutes old, and at most once a
 * minute when a token names an unknown key. If the issuer is unreachable, the known keys are used for up to an hour.
 * One thread fetches; only threads without usable keys wait for it.
 */
public final class CachingKeySource implements KeySource {
    /** Fetches the key set of an issuer. */
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
    /** Written under the lock, like the following fields. */
    private volatile @Nullable FetchedKeySet fetched;

    private volatile Instant lastMiss = Instant.EPOCH;
    private volatile Instant lastFailure = Instant.EPOCH;

    /** The last fetched keys, and when they were fetched. */
    private record FetchedKeySet(JwkSet keys, Instant since) {}

    /**
     * Creates an empty cache.
     *
     * @param lockTimeout the maximum time that a thread without usable keys waits
     */
    public CachingKeySource(String issuer, KeySetFetcher fetcher, Clock clock, Duration lockTimeout) {
        this.issuer = issuer;
        this.fetcher = fetcher;
        this.clock = clock;
        this.lockTimeout = lockTimeout;
    }

    @Override
    public List<JWK> findKeys(@Nullable String keyId, String algorithm) {
        FetchedKeySet known = getOrFetchKeys();
        List<JWK> found = known.keys().findCandidates(keyId, algorithm);
        return found.isEmpty() ? refetchKeys(known).keys().findCandidates(keyId, algorithm) : found;
    }

    private FetchedKeySet getOrFetchKeys() {
        FetchedKeySet known = this.fetched;
        if (known != null && isRecent(known.since(), FRESH_DURATION)) {
            return known;
        }
        boolean usable = known != null && isRecent(known.since(), USABLE_DURATION);
        // A thread with usable keys does not wait for a concurrent fetch.
        if (usable ? fetching.tryLock() : tryLockFetching()) {
            fetchAndUnlock(known, false);
        }
        FetchedKeySet fetched = this.fetched;
        if (fetched == null || !isRecent(fetched.since(), USABLE_DURATION)) {
            throw new VerifierUnavailableException("The keys of " + issuer + " are currently unavailable", null);
        }
        return fetched;
    }

    /**
     * Fetches the keys again for an unknown key, which can be new. Concurrent threads wait for the result of one fetch.
     */
    private FetchedKeySet refetchKeys(FetchedKeySet known) {
        boolean isTooSoon = isRecent(lastMiss, MISS_INTERVAL) && !fetching.isLocked();
        if (!isTooSoon && tryLockFetching()) {
            fetchAndUnlock(known, true);
        }
        return Objects.requireNonNull(fetched);
    }

    private boolean tryLockFetching() {
        ThreadBlockingContext.assertCanBlock("wait for the keys of an issuer");
        try {
            return fetching.tryLock(lockTimeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private boolean isRecent(Instant start, Duration time) {
        return clock.instant().isBefore(start.plus(time));
    }

    /**
     * Fetches the keys, unless a concurrent thread has or it is too soon, and releases the lock that this thread holds.
     */
    @SuppressWarnings("ReferenceEquality") // Checks whether the known keys are the same instance.
    private void fetchAndUnlock(@Nullable FetchedKeySet known, boolean isMiss) {
        try {
            boolean isTooSoon = isMiss ? isRecent(lastMiss, MISS_INTERVAL) : isRecent(lastFailure, FAILURE_INTERVAL);
            if (fetched == known && !isTooSoon) {
                lastMiss = isMiss ? clock.instant() : lastMiss;
                fetched = new FetchedKeySet(JwkSet.parse(fetcher.fetch()), clock.instant());
            }
        } catch (IOException | IllegalArgumentException e) {
            lastFailure = clock.instant();
            SERVER_LOG.warn("Could not fetch the keys of {}: {}", issuer, e.getMessage());
        } finally {
            fetching.unlock();
        }
    }
}
