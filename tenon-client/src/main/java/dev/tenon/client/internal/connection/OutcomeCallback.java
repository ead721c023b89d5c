package dev.tenon.client.internal.connection;

import org.jspecify.annotations.Nullable;

/** Takes the outcome of an asynchronous operation, once, on any thread. */
@FunctionalInterface
public interface OutcomeCallback<T> {
    /** Takes the value, or why there is none. */
    void onComplete(@Nullable T value, @Nullable RuntimeException why);

    default void onSuccess(T value) {
        onComplete(value, null);
    }

    default void onFailure(RuntimeException why) {
        onComplete(null, why);
    }
}
