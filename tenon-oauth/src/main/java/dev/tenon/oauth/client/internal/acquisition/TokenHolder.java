package dev.tenon.oauth.client.internal.acquisition;

import dev.tenon.oauth.client.internal.dpop.DpopKey;
import dev.tenon.oauth.client.internal.store.CredentialStore;
import dev.tenon.oauth.client.internal.store.TokenSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The tokens in use, and what is known of how the server took them. Read by many threads; changed by the one whose turn
 * it is.
 */
final class TokenHolder {
    /** Where the tokens in use come from. */
    enum TokenOrigin {
        STORE,
        REFRESH,
        GRANT
    }

    private final CredentialStore store;
    private final ReentrantLock loading = new ReentrantLock();
    private final AtomicReference<@Nullable CurrentTokens> current = new AtomicReference<>();
    private volatile boolean isLoaded;

    TokenHolder(CredentialStore vault) {
        this.store = vault;
    }

    /**
     * Tokens ready for use.
     *
     * @param key what they are bound to, or null
     * @param isAccepted whether the server has taken them
     */
    record CurrentTokens(TokenSet tokens, @Nullable DpopKey key, TokenOrigin source, boolean isAccepted) {
        static CurrentTokens of(TokenSet tokens, TokenOrigin source) {
            DpopKey key = tokens.dpopKey() == null ? null : DpopKey.parse(tokens.dpopKey());
            return new CurrentTokens(tokens, key, source, false);
        }
    }

    /** What is in use; from the store at first. */
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

    /** The tokens in use. */
    @Nullable TokenSet tokens() {
        CurrentTokens now = current();
        return now == null ? null : now.tokens();
    }

    /** The tokens, those in the store before those in use: another process may have got other ones. */
    @Nullable TokenSet reload() {
        TokenSet mine = tokens();
        TokenSet stored = store.loadTokens();
        if (stored != null && (mine == null || !stored.accessToken().equals(mine.accessToken()))) {
            current.set(CurrentTokens.of(stored, TokenOrigin.STORE));
            return stored;
        }
        return mine;
    }

    /** Whether the server has never taken these tokens, although they are new. */
    boolean isNeverAccepted(TokenOrigin source) {
        CurrentTokens now = current.get();
        return now != null && now.source() == source && !now.isAccepted();
    }

    /** The server has taken the tokens in use; others that came in between are not meant. */
    void markAccepted() {
        CurrentTokens now = current.get();
        if (now != null && !now.isAccepted()) {
            CurrentTokens taken = new CurrentTokens(now.tokens(), now.key(), now.source(), true);
            boolean unused = current.compareAndSet(now, taken);
        }
    }

    /** Uses other tokens, and keeps them. */
    void replace(TokenSet tokens, TokenOrigin source) {
        store.save(tokens);
        isLoaded = true;
        current.set(CurrentTokens.of(tokens, source));
    }

    /** Has none any more. */
    void clear() {
        store.removeTokens();
        isLoaded = true;
        current.set(null);
    }
}
