package dev.tenon.guard.credentials;

import dev.tenon.guard.file.Sha256;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Tokens of clients that are to be exchanged, one for each {@linkplain Standing standing}, until they end. They are shown to
 * the authorization server that exchanges them, and to nobody else. At most 10,000 are kept; then the one goes that nobody
 * has used for the longest, and is there again with the next request of its owner.
 */
final class TokenVault {
    private static final int MOST = 10_000;

    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Kept> tokens = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Kept> eldest) {
            return size() > MOST;
        }
    };
    private volatile boolean wanted;

    TokenVault(Clock clock) {
        this.clock = clock;
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
        lock.lock();
        try {
            Kept known = tokens.get(standing);
            boolean better = known == null || known.refused() || known.expires().isBefore(expires);
            if (better && !(known != null && known.token().equals(token))) {
                tokens.put(standing, new Kept(token, Sha256.hex(token), expires, false));
            }
        } finally {
            lock.unlock();
        }
    }

    /** The token of that standing, if there is one that has not ended. */
    Optional<Kept> of(String standing) {
        lock.lock();
        try {
            Kept known = tokens.get(standing);
            if (known != null && !clock.instant().isBefore(known.expires())) {
                tokens.remove(standing);
                return Optional.empty();
            }
            return Optional.ofNullable(known);
        } finally {
            lock.unlock();
        }
    }

    /** A token was not taken for an exchange: another one of that standing takes its place, whenever it ends. */
    void refused(String standing, Kept token) {
        lock.lock();
        try {
            boolean unused =
                    tokens.replace(standing, token, new Kept(token.token(), token.hash(), token.expires(), true));
        } finally {
            lock.unlock();
        }
    }

    /** Without the tokens. */
    @Override
    public String toString() {
        return "TokenVault";
    }
}
