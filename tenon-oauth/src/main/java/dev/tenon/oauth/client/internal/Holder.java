package dev.tenon.oauth.client.internal;

import java.util.concurrent.atomic.AtomicReference;
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
    private final ReentrantLock loading = new ReentrantLock();
    private final AtomicReference<@Nullable Held> held = new AtomicReference<>();
    private volatile boolean isLoaded;

    Holder(Vault vault) {
        this.vault = vault;
    }

    /**
     * Tokens ready for use.
     *
     * @param key what they are bound to, or null
     * @param isAccepted whether the server has taken them
     */
    record Held(Tokens tokens, @Nullable DpopKey key, Source source, boolean isAccepted) {
        static Held of(Tokens tokens, Source source) {
            DpopKey key = tokens.dpopKey() == null ? null : DpopKey.read(tokens.dpopKey());
            return new Held(tokens, key, source, false);
        }
    }

    /** What is in use; from the store at first. */
    @Nullable Held held() {
        if (!isLoaded) {
            loading.lock();
            try {
                if (!isLoaded) {
                    Tokens stored = vault.tokens();
                    held.set(stored == null ? null : Held.of(stored, Source.STORE));
                    isLoaded = true;
                }
            } finally {
                loading.unlock();
            }
        }
        return held.get();
    }

    /** The tokens in use. */
    @Nullable Tokens tokens() {
        Held now = held();
        return now == null ? null : now.tokens();
    }

    /** The tokens, those in the store before those in use: another process may have got other ones. */
    @Nullable Tokens reread() {
        Tokens mine = tokens();
        Tokens stored = vault.tokens();
        if (stored != null && (mine == null || !stored.access().equals(mine.access()))) {
            held.set(Held.of(stored, Source.STORE));
            return stored;
        }
        return mine;
    }

    /** Whether the server has never taken these tokens, although they are new. */
    boolean isRefusedAtOnce(Source source) {
        Held now = held.get();
        return now != null && now.source() == source && !now.isAccepted();
    }

    /** The server has taken the tokens in use; others that came in between are not meant. */
    void accepted() {
        Held now = held.get();
        if (now != null && !now.isAccepted()) {
            Held taken = new Held(now.tokens(), now.key(), now.source(), true);
            boolean unused = held.compareAndSet(now, taken);
        }
    }

    /** Uses other tokens, and keeps them. */
    void use(Tokens tokens, Source source) {
        vault.keep(tokens);
        isLoaded = true;
        held.set(Held.of(tokens, source));
    }

    /** Has none any more. */
    void forget() {
        vault.forgetTokens();
        isLoaded = true;
        held.set(null);
    }
}
