package dev.tenon.guard.credential;

import dev.tenon.guard.internal.file.Sha256;
import dev.tenon.internal.concurrent.BoundedCache;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;

/**
 * Tokens of clients that are to be exchanged, one for each {@linkplain CallerIdentityKey standing}, until they end.
 * They are shown to the authorization server that exchanges them, and to nobody else. At most 10,000 are kept; then the
 * one goes that nobody has used for the longest, and is there again with the next request of its owner.
 */
final class SubjectTokenCache {
    private final BoundedCache<String, SubjectToken> tokens;
    private volatile boolean wanted;

    SubjectTokenCache(Clock clock) {
        this.tokens = BoundedCache.<String, SubjectToken>builder(10_000)
                .expireWhen(kept -> !clock.instant().isBefore(kept.expires()))
                .build();
    }

    /**
     * A token.
     *
     * @param hash tells tokens apart, in place of the token
     * @param refused whether it was not taken for an exchange
     */
    record SubjectToken(String token, String hash, Instant expires, boolean refused) {
        /** Without the token. */
        @Override
        public String toString() {
            return "Kept";
        }
    }

    /** From now on tokens are kept: before, nobody needs them. */
    void enable() {
        wanted = true;
    }

    boolean isEnabled() {
        return wanted;
    }

    /** Keeps a token that was verified, unless there is one that lasts longer. */
    void put(String standing, String token, Instant expires) {
        tokens.compute(standing, known -> {
            boolean better = known == null
                    || !known.token().equals(token)
                            && (known.refused() || known.expires().isBefore(expires));
            return better ? new SubjectToken(token, Sha256.hex(token), expires, false) : known;
        });
    }

    /** The token of that standing, if there is one that has not ended. */
    Optional<SubjectToken> get(String standing) {
        return Optional.ofNullable(tokens.get(standing));
    }

    /** A token was not taken for an exchange: another one of that standing takes its place, whenever it ends. */
    void markRejected(String standing, SubjectToken token) {
        tokens.compute(
                standing,
                known -> token.equals(known)
                        ? new SubjectToken(token.token(), token.hash(), token.expires(), true)
                        : known);
    }
}
