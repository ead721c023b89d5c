package dev.tenon.oauth.client.token.internal;

import static dev.tenon.oauth.internal.OAuthLog.CLIENT_LOG;

import dev.tenon.client.endpoint.CredentialsProvider;
import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.client.OAuthLimits;
import dev.tenon.oauth.client.internal.acquisition.TokenAcquisitionLock;
import dev.tenon.oauth.client.internal.store.TokenRenewalPolicy;
import dev.tenon.oauth.client.token.AccessToken;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Caches a token until shortly before its expiry. */
public final class CachingTokenAuth implements CredentialsProvider {
    /** The pause after a failure, so that the source is not called for each request. */
    private static final Duration FAILURE_PAUSE = Duration.ofSeconds(2);
    /** The pause after the server rejected a new token. */
    private static final Duration REJECTION_PAUSE = Duration.ofSeconds(10);

    private final Supplier<AccessToken> source;
    private final OAuthLimits limits;
    private final Clock clock;
    private final TokenAcquisitionLock acquisitionLock;
    private final AtomicReference<@Nullable CachedToken> cached = new AtomicReference<>();
    private @Nullable FetchFailure failure;

    /** Creates credentials that get a token from the source on demand. */
    public CachingTokenAuth(Supplier<AccessToken> source, OAuthLimits limits, Clock clock) {
        this.source = source;
        this.limits = limits;
        this.clock = clock;
        this.acquisitionLock = new TokenAcquisitionLock(limits.requestTimeout().multipliedBy(2), "waiting for a token");
    }

    private record FetchFailure(AuthorizationException problem, Instant until) {}

    /**
     * The current token.
     *
     * @param renewalDue when the token must be replaced
     * @param isReplacement whether it replaces a rejected token
     * @param accepted whether the server accepted it
     */
    private record CachedToken(
            AccessToken token,
            Instant obtained,
            @Nullable Instant renewalDue,
            boolean isReplacement,
            boolean accepted) {
        String header() {
            return "Bearer " + token.value();
        }

        Map<String, String> headers() {
            return Map.of("Authorization", header());
        }

        boolean isRenewalDue(Instant now) {
            return renewalDue != null && !now.isBefore(renewalDue);
        }

        boolean isExpired(Instant now) {
            return token.expiresAt() != null && !now.isBefore(token.expiresAt());
        }
    }

    @Override
    public Map<String, String> headers(String method, URI uri) {
        Map<String, String> now = headersIfAvailable(method, uri);
        return now != null
                ? now
                : acquisitionLock.callExclusively(() -> {
                    Map<String, String> meanwhile = headersIfAvailable(method, uri);
                    return meanwhile != null
                            ? meanwhile
                            : replaceOrKeep(cached.get()).headers();
                });
    }

    @Override
    public @Nullable Map<String, String> headersIfAvailable(String method, URI uri) {
        CachedToken now = cached.get();
        return now != null && !now.isRenewalDue(clock.instant()) ? now.headers() : null;
    }

    /** Replaces the token early. If that fails, the known token is used until it expires. */
    private CachedToken replaceOrKeep(@Nullable CachedToken known) {
        try {
            return fetchAndCacheToken(false);
        } catch (AuthorizationException e) {
            if (known == null || known.isExpired(clock.instant())) {
                throw e;
            }
            CLIENT_LOG.debug("Could not replace a token that expires soon: {}", e.getMessage());
            return known;
        }
    }

    @Override
    public boolean renew(UnauthorizedResponse refusal) {
        List<String> sent = refusal.requestHeaders().getOrDefault("authorization", List.of());
        return refusal.status() == 401
                && acquisitionLock.callExclusively(() -> {
                    CachedToken known = cached.get();
                    if (known != null && !sent.contains(known.header())) {
                        return true;
                    }
                    boolean isRepeatedRejection = known != null
                            && known.isReplacement()
                            && !known.accepted()
                            && clock.instant().isBefore(known.obtained().plus(REJECTION_PAUSE));
                    if (!isRepeatedRejection) {
                        CachedToken unused = fetchAndCacheToken(true);
                    }
                    return !isRepeatedRejection;
                });
    }

    /** Records on success that the server accepted the current token. */
    @Override
    public void onResponse(int status, URI uri, Map<String, List<String>> headers) {
        CachedToken known = cached.get();
        if (status / 100 == 2 && known != null && !known.accepted()) {
            boolean unused = cached.compareAndSet(
                    known,
                    new CachedToken(known.token(), known.obtained(), known.renewalDue(), known.isReplacement(), true));
        }
    }

    private CachedToken fetchAndCacheToken(boolean replaces) {
        Instant now = clock.instant();
        if (failure != null && now.isBefore(failure.until())) {
            throw failure.problem();
        }
        try {
            AccessToken token = source.get();
            Instant at = clock.instant();
            Instant due = token.expiresAt() == null
                    ? null
                    : TokenRenewalPolicy.renewalTime(at, token.expiresAt(), limits.refreshAhead());
            CachedToken fresh = new CachedToken(token, at, due, replaces, false);
            failure = null;
            cached.set(fresh);
            return fresh;
        } catch (AuthorizationException e) {
            failure = new FetchFailure(e, clock.instant().plus(FAILURE_PAUSE));
            throw e;
        }
    }

    /** Returns the type without the token. */
    @Override
    public String toString() {
        return "TokenAuth";
    }
}
