package dev.tenon.oauth.client.token.internal;

import dev.tenon.client.endpoint.CredentialsProvider;
import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.client.OAuthLimits;
import dev.tenon.oauth.client.internal.acquisition.TokenAcquisitionLock;
import dev.tenon.oauth.client.internal.store.TokenSet;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A token that is used until it is about to end, and what is known of it. */
public final class CachingTokenAuth implements CredentialsProvider {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.oauth.client");
    /** Whoever gives no token is not asked for each request. */
    private static final Duration FAILURE_PAUSE = Duration.ofSeconds(2);
    /** A token that was refused although it was new is not replaced so soon. */
    private static final Duration REJECTION_PAUSE = Duration.ofSeconds(10);

    private final Supplier<AccessToken> source;
    private final OAuthLimits limits;
    private final Clock clock;
    private final TokenAcquisitionLock acquisitionLock;
    private final AtomicReference<@Nullable CachedToken> cached = new AtomicReference<>();
    private @Nullable FetchFailure failure;

    /** A token of that source, got when it is needed. */
    public CachingTokenAuth(Supplier<AccessToken> source, OAuthLimits limits, Clock clock) {
        this.source = source;
        this.limits = limits;
        this.clock = clock;
        this.acquisitionLock = new TokenAcquisitionLock(limits.requestTimeout().multipliedBy(2), "waiting for a token");
    }

    private record FetchFailure(AuthorizationException problem, Instant until) {}

    /**
     * The token in use.
     *
     * @param renewalDue when it is to be replaced
     * @param isReplacement whether it was got because the one before was refused
     * @param accepted whether the server has taken it
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

        @Override
        public String toString() {
            return "Held";
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

    /** Another one in time; while there is none, the one that there is goes on until it ends. */
    private CachedToken replaceOrKeep(@Nullable CachedToken known) {
        try {
            return fetchToken(false);
        } catch (AuthorizationException e) {
            if (known == null || known.isExpired(clock.instant())) {
                throw e;
            }
            LOG.debug("A token that is about to end could not be replaced: {}", e.getMessage());
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
                    boolean hopeless = known != null
                            && known.isReplacement()
                            && !known.accepted()
                            && clock.instant().isBefore(known.obtained().plus(REJECTION_PAUSE));
                    if (!hopeless) {
                        CachedToken unused = fetchToken(true);
                    }
                    return !hopeless;
                });
    }

    /** A success shows that the server has taken the token in use. */
    @Override
    public void onResponse(int status, URI uri, Map<String, List<String>> headers) {
        CachedToken known = cached.get();
        if (status / 100 == 2 && known != null && !known.accepted()) {
            boolean unused = cached.compareAndSet(
                    known,
                    new CachedToken(known.token(), known.obtained(), known.renewalDue(), known.isReplacement(), true));
        }
    }

    private CachedToken fetchToken(boolean replaces) {
        Instant now = clock.instant();
        FetchFailure last = failure;
        if (last != null && now.isBefore(last.until())) {
            throw last.problem();
        }
        try {
            AccessToken token = source.get();
            Instant at = clock.instant();
            Instant due = token.expiresAt() == null
                    ? null
                    : TokenSet.refreshTime(at, token.expiresAt(), limits.refreshAhead());
            CachedToken fresh = new CachedToken(token, at, due, replaces, false);
            failure = null;
            cached.set(fresh);
            return fresh;
        } catch (AuthorizationException e) {
            failure = new FetchFailure(e, clock.instant().plus(FAILURE_PAUSE));
            throw e;
        }
    }

    /** Without the token. */
    @Override
    public String toString() {
        return "TokenAuth";
    }
}
