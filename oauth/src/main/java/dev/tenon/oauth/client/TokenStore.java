package dev.tenon.oauth.client;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Stores tokens and client registrations: small texts by key. The texts are opaque secrets, which the store must not
 * log. Implementations must be safe for use by several threads.
 */
public interface TokenStore {
    /** Returns the text with this key, or null. */
    @Nullable String get(String key);

    /** Stores the text with this key and replaces an existing one. */
    void put(String key, String text);

    /** Removes the text with this key, if there is one. */
    void remove(String key);

    /**
     * Runs the action while no other user of this store does, so that only one process refreshes a token. The default
     * only runs the action, which suffices if a single process uses the store.
     */
    default <T> T withLock(Supplier<T> work) {
        return work.get();
    }

    /** Returns a store in memory, which is lost when the process exits. */
    static TokenStore inMemory() {
        return new MemoryTokenStore();
    }
}
