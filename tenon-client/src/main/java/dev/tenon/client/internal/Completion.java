package dev.tenon.client.internal;

/** Takes the outcome of an asynchronous operation: one of the two methods is called, once, on any thread. */
interface Completion<T> {
    void succeeded(T value);

    void failed(RuntimeException why);
}
