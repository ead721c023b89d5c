package dev.tenon.client.internal.connection;

import org.jspecify.annotations.Nullable;

/** Receives the outcome of an asynchronous operation, once, on any thread. */
@FunctionalInterface
public interface OutcomeCallback<T> {
    /** Called with either the value or the failure. */
    void onComplete(@Nullable T value, @Nullable RuntimeException failure);

    default void onSuccess(T value) {
        onComplete(value, null);
    }

    default void onFailure(RuntimeException failure) {
        onComplete(null, failure);
    }
}
