package dev.tenon.guard.credential;

import dev.tenon.internal.concurrent.BoundedCache;
import dev.tenon.internal.text.Sha256;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;

/**
 * Caches tokens of clients for token exchange, one per {@linkplain CallerIdentityAndRightsKey identity key}, until they
 * expire. They are sent only to the authorization server that exchanges them. Holds at most 10,000 tokens; the least
 * recently used one is evicted, and added again with the next request of its caller.
 */
final class SubjectTokenCache {
    private final BoundedCache<String, SubjectToken> tokens;
    private volatile boolean enabled;

    SubjectTokenCache(Clock clock) {
        this.tokens = BoundedCache.<String, SubjectToken>builder(10_000)
                .expireWhen(token -> !clock.instant().isBefore(token.expires()))
                .build();
    }

    /**
     * A token of a client.
     *
     * @param hash identifies the token without revealing it
     * @param isRejected whether the authorization server rejected it for an exchange
     */
    record SubjectToken(String token, String hash, Instant expires, boolean isRejected) {
        /** Omits the token. */
        @Override
        public String toString() {
            return "SubjectToken";
        }
    }

    /** Enables caching, which is off until an upstream needs it. */
    void enable() {
        enabled = true;
    }

    boolean isEnabled() {
        return enabled;
    }

    /**
     * Adds a verified token if none is present, or if the present one is another token that was rejected or expires
     * earlier.
     */
    void putIfExpiresLater(String identityKey, String token, Instant expires) {
        tokens.compute(identityKey, existing -> {
            boolean isBetter = existing == null
                    || !existing.token().equals(token)
                            && (existing.isRejected() || existing.expires().isBefore(expires));
            return isBetter ? new SubjectToken(token, Sha256.hex(token), expires, false) : existing;
        });
    }

    /** Returns the token of an identity key, if it has not expired. */
    Optional<SubjectToken> get(String identityKey) {
        return Optional.ofNullable(tokens.get(identityKey));
    }

    /** Records that a token was rejected for an exchange, so that any other token of this identity key replaces it. */
    void markRejected(String identityKey, SubjectToken token) {
        SubjectToken rejected = new SubjectToken(token.token(), token.hash(), token.expires(), true);
        tokens.compute(identityKey, existing -> token.equals(existing) ? rejected : existing);
    }
}
