package dev.tenon.oauth.client.internal.acquisition;

import dev.tenon.oauth.client.internal.dpop.DpopKey;
import dev.tenon.oauth.client.internal.store.CredentialStore;
import dev.tenon.oauth.client.internal.store.TokenSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Holds the current tokens, and whether the server accepted them. Many threads read it; only the holder of the {@link
 * TokenAcquisitionLock} changes it.
 */
final class TokenHolder {
    /** The origin of the current tokens. */
    enum TokenOrigin {
        STORE,
        REFRESH,
        GRANT
    }

    private final CredentialStore store;
    private final ReentrantLock loading = new ReentrantLock();
    private final AtomicReference<@Nullable CurrentTokens> current = new AtomicReference<>();
    private volatile boolean isLoaded;

    TokenHolder(CredentialStore store) {
        this.store = store;
    }

    /**
     * Tokens that are ready for use.
     *
     * @param key the key to which they are bound, or null
     * @param isAccepted whether the server accepted them
     */
    record CurrentTokens(TokenSet tokens, @Nullable DpopKey key, TokenOrigin source, boolean isAccepted) {
        static CurrentTokens of(TokenSet tokens, TokenOrigin source) {
            return new CurrentTokens(tokens, tokens.parseDpopKey(), source, false);
        }
    }

    /** Returns the current tokens; loads them from the store at first. */
    @Nullable CurrentTokens current() {
        if (!isLoaded) {
            loading.lock();
            try {
                if (!isLoaded) {
                    TokenSet stored = store.loadTokens();
                    current.set(stored == null ? null : CurrentTokens.of(stored, TokenOrigin.STORE));
                    isLoaded = true;
                }
            } finally {
                loading.unlock();
            }
        }
        return current.get();
    }

    /** Returns the current tokens, or null. */
    @Nullable TokenSet tokens() {
        CurrentTokens currentTokens = current();
        return currentTokens == null ? null : currentTokens.tokens();
    }

    /** Returns the tokens, preferring the stored ones, which another process may have renewed. */
    @Nullable TokenSet reload() {
        TokenSet held = tokens();
        TokenSet stored = store.loadTokens();
        if (stored != null && (held == null || !stored.accessToken().equals(held.accessToken()))) {
            current.set(CurrentTokens.of(stored, TokenOrigin.STORE));
            return stored;
        }
        return held;
    }

    /** Returns whether the tokens are new, from this origin, and the server never accepted them. */
    boolean hasUnacceptedTokensFrom(TokenOrigin source) {
        CurrentTokens currentTokens = current.get();
        return currentTokens != null && currentTokens.source() == source && !currentTokens.isAccepted();
    }

    /** Records that the server accepted the current tokens, unless they are replaced concurrently. */
    void markAccepted() {
        CurrentTokens held = current.get();
        if (held != null && !held.isAccepted()) {
            CurrentTokens accepted = new CurrentTokens(held.tokens(), held.key(), held.source(), true);
            boolean unused = current.compareAndSet(held, accepted);
        }
    }

    /** Replaces the current tokens and stores the new ones. */
    void saveAsCurrent(TokenSet tokens, TokenOrigin source) {
        store.save(tokens);
        isLoaded = true;
        current.set(CurrentTokens.of(tokens, source));
    }

    /** Removes the tokens, also from the store. */
    void removeCurrentAndStored() {
        store.removeTokens();
        isLoaded = true;
        current.set(null);
    }
}
