package dev.tenon.oauth.client.internal;

import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The tokens in use, and what is known of how the server took them. Read by many threads; changed by the one whose turn it is. */
final class Holder {
    /** Where the tokens in use come from. */
    enum Source {
        STORE,
        REFRESH,
        GRANT
    }

    private final Vault vault;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable Held held;
    private volatile boolean isLoaded;

    /** Tokens with their key, ready for use. */
    private record Held(Tokens tokens, @Nullable DpopKey key, Source source, boolean isAccepted) {
        Held(Tokens tokens, Source source) {
            this(tokens, tokens.dpopKey() == null ? null : DpopKey.read(tokens.dpopKey()), source, false);
        }
    }

    Holder(Vault vault) {
        this.vault = vault;
    }

    /** The tokens; from the store at first. */
    @Nullable Tokens tokens() {
        if (!isLoaded) {
            lock.lock();
            try {
                if (!isLoaded) {
                    Tokens stored = vault.tokens();
                    held = stored == null ? null : new Held(stored, Source.STORE);
                    isLoaded = true;
                }
            } finally {
                lock.unlock();
            }
        }
        Held now = held;
        return now == null ? null : now.tokens;
    }

    /** The tokens, those in the store before those in use: another process may have got other ones. */
    @Nullable Tokens reread() {
        Tokens mine = tokens();
        Tokens stored = vault.tokens();
        if (stored != null && (mine == null || !stored.access().equals(mine.access()))) {
            held = new Held(stored, Source.STORE);
            return stored;
        }
        return mine;
    }

    /** What the tokens in use are bound to, or null. */
    @Nullable DpopKey key() {
        Held now = held;
        return now == null ? null : now.key;
    }

    /** Whether the server has never taken these tokens, although they are new. */
    boolean isRefusedAtOnce(Source source) {
        Held now = held;
        return now != null && now.source == source && !now.isAccepted;
    }

    /** The server took them. */
    void accepted() {
        Held now = held;
        if (now != null && !now.isAccepted) {
            held = new Held(now.tokens, now.key, now.source, true);
        }
    }

    /** Uses other tokens, and keeps them. */
    void use(Tokens tokens, Source source) {
        vault.keep(tokens);
        isLoaded = true;
        held = new Held(tokens, source);
    }

    /** Has none any more. */
    void forget() {
        vault.forgetTokens();
        isLoaded = true;
        held = null;
    }

    /** Where other processes do not interfere. */
    Vault vault() {
        return vault;
    }
}
