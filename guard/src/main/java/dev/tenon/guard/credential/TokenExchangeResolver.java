package dev.tenon.guard.credential;

import dev.tenon.client.endpoint.CredentialsProvider;
import dev.tenon.client.endpoint.HttpTarget;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.internal.concurrent.BoundedCache;
import dev.tenon.oauth.client.OAuthErrorException;
import dev.tenon.oauth.client.token.AccessToken;
import dev.tenon.server.call.CallerPrincipal;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Resolves a target that gets a different exchanged token for each caller. */
final class TokenExchangeResolver implements TargetResolver {
    private static final String ANONYMOUS = "anonymous";

    private final HttpTarget target;
    private final SubjectTokenCache tokenCache;
    private final Function<String, AccessToken> exchange;
    private final CredentialErrorReporter errorReporter;
    /** The credentials by identity key; more than a guard can have connections. */
    private final BoundedCache<String, ExchangedTokenAuth> byIdentityKey = BoundedCache.ofSize(10_000);

    /**
     * Creates a resolver for a server.
     *
     * @param exchange exchanges the caller's token for another
     */
    TokenExchangeResolver(
            HttpTarget target,
            SubjectTokenCache tokenCache,
            Function<String, AccessToken> exchange,
            CredentialErrorReporter errorReporter) {
        this.target = target;
        this.tokenCache = tokenCache;
        this.exchange = exchange;
        this.errorReporter = errorReporter;
    }

    /** The credentials for one token of a caller. */
    private record CachedExchange(String subjectHash, GrantedTokenAuth auth) {}

    @Override
    public String label() {
        return target.label();
    }

    @Override
    public String sharingKey(Optional<CallerPrincipal> caller) {
        return caller.map(CallerIdentityAndRightsKey::of).orElse(ANONYMOUS);
    }

    @Override
    public ServerTarget target(Optional<CallerPrincipal> caller) {
        String identityKey = sharingKey(caller);
        return target.withCredentials(Objects.requireNonNull(byIdentityKey.compute(
                identityKey, existing -> existing == null ? new ExchangedTokenAuth(identityKey) : existing)));
    }

    /**
     * Sends a token that was exchanged for the token of a caller. It expires with that token, and is shared by callers
     * with the same identity key.
     */
    private final class ExchangedTokenAuth implements CredentialsProvider {
        private final String identityKey;
        private final AtomicReference<@Nullable CachedExchange> current = new AtomicReference<>();

        ExchangedTokenAuth(String identityKey) {
            this.identityKey = identityKey;
        }

        private GrantedTokenAuth getOrCreateSubjectAuth() {
            SubjectTokenCache.SubjectToken subject = tokenCache
                    .get(identityKey)
                    .orElseThrow(() -> errorReporter.createNoCredentialsException(
                            "the caller has no token to exchange, or it has expired",
                            "Only tokens of \"front.authorization.issuers\" are exchanged, not API keys"));
            CachedExchange updated = current.updateAndGet(
                    cached -> cached != null && cached.subjectHash().equals(subject.hash())
                            ? cached
                            : new CachedExchange(
                                    subject.hash(),
                                    new GrantedTokenAuth(() -> exchangeOrMarkRejected(subject), errorReporter)));
            return Objects.requireNonNull(updated).auth();
        }

        /**
         * Exchanges a token of the caller; the result expires with it at the latest. Marks the token as rejected if the
         * authorization server responds with {@code invalid_grant} or {@code invalid_request}.
         *
         * @throws OAuthErrorException if the authorization server responds with an error
         */
        private AccessToken exchangeOrMarkRejected(SubjectTokenCache.SubjectToken subject) {
            try {
                return exchange.apply(subject.token()).withLatestExpiry(subject.expires());
            } catch (OAuthErrorException e) {
                if (e.errorCode().equals("invalid_grant") || e.errorCode().equals("invalid_request")) {
                    tokenCache.markRejected(identityKey, subject);
                }
                throw e;
            }
        }

        @Override
        public Map<String, String> headers(String method, URI uri) {
            return getOrCreateSubjectAuth().headers(method, uri);
        }

        @Override
        public boolean renew(UnauthorizedResponse response) {
            return getOrCreateSubjectAuth().renew(response);
        }

        @Override
        public void onResponse(int status, URI uri, Map<String, List<String>> headers) {
            CachedExchange cached = current.get();
            if (cached != null) {
                cached.auth().onResponse(status, uri, headers);
            }
        }
    }
}
