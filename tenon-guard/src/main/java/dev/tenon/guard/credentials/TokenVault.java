package dev.tenon.guard.credentials;

import dev.tenon.concurrent.BoundedCache;
import dev.tenon.guard.file.Sha256;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;

/**
 * Tokens of clients that are to be exchanged, one for each {@linkplain Standing standing}, until they end. They are shown to
 * the authorization server that exchanges them, and to nobody else. At most 10,000 are kept; then the one goes that nobody
 * has used for the longest, and is there again with the next request of its owner.
 */
final class TokenVault {
    private final BoundedCache<String, Kept> tokens;
    private volatile boolean wanted;

    TokenVault(Clock clock) {
        this.tokens = BoundedCache.<String, Kept>builder(10_000)
                .expiredWhen(kept -> !clock.instant().isBefore(kept.expires()))
                .build();
    }

    /**
     * A token.
     *
     * @param hash tells tokens apart, in place of the token
     * @param refused whether it was not taken for an exchange
     */
    record Kept(String token, String hash, Instant expires, boolean refused) {
        /** Without the token. */
        @Override
        public String toString() {
            return "Kept";
        }
    }

    /** From now on tokens are kept: before, nobody needs them. */
    void open() {
        wanted = true;
    }

    boolean isOpen() {
        return wanted;
    }

    /** Keeps a token that was verified, unless there is one that lasts longer. */
    void keep(String standing, String token, Instant expires) {
        tokens.compute(standing, known -> {
            boolean better = known == null
                    || !known.token().equals(token)
                            && (known.refused() || known.expires().isBefore(expires));
            return better ? new Kept(token, Sha256.hex(token), expires, false) : known;
        });
    }

    /** The token of that standing, if there is one that has not ended. */
    Optional<Kept> of(String standing) {
        return Optional.ofNullable(tokens.get(standing));
    }

    /** A token was not taken for an exchange: another one of that standing takes its place, whenever it ends. */
    void refused(String standing, Kept token) {
        tokens.compute(
                standing,
                known -> token.equals(known) ? new Kept(token.token(), token.hash(), token.expires(), true) : known);
    }
}
