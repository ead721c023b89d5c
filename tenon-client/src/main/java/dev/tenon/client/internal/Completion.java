package dev.tenon.client.internal;

import org.jspecify.annotations.Nullable;

/** Takes the outcome of an asynchronous operation, once, on any thread. */
@FunctionalInterface
interface Completion<T> {
    /** Takes the value, or why there is none. */
    void settled(@Nullable T value, @Nullable RuntimeException why);

    default void succeeded(T value) {
        settled(value, null);
    }

    default void failed(RuntimeException why) {
        settled(null, why);
    }
}
