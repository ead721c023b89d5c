package dev.tenon.oauth.client;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps tokens and what clients are registered with: small texts by key. The texts are secrets and mean nothing to the
 * store, which must not log them. Used by many threads.
 */
public interface TokenStore {
    /** The text under that key, or null. */
    @Nullable String get(String key);

    /** Keeps the text under that key, in place of another. */
    void put(String key, String text);

    /** Forgets what is under that key, if anything is. */
    void remove(String key);

    /**
     * Does something while nobody else who shares this store does the same: a token is refreshed once, not by each
     * process. A store that only one process uses need not do more than run it.
     */
    default <T> T withLock(Supplier<T> work) {
        return work.get();
    }

    /** A store that forgets everything when the process ends. */
    static TokenStore inMemory() {
        return new MemoryTokenStore();
    }
}
