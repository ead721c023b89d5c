package dev.tenon.guard.internal.concurrent;

import dev.tenon.internal.concurrent.ThreadBlockingContext;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Runs one attempt per key at a time. Concurrent callers with the same key wait for it and fail if it fails, unless it
 * failed because of a limit of its own caller ({@link ErrorCode#BUSY}).
 */
public final class KeyedSingleFlight<K> {
    private final Map<K, CompletableFuture<Boolean>> inProgress = new ConcurrentHashMap<>();

    /**
     * Runs the attempt, or waits for the attempt in progress.
     *
     * @param attempt the attempt of the first caller; it must terminate by itself
     * @param after what the waiting callers do when the attempt succeeded or failed with {@link ErrorCode#BUSY}, which
     *     may not apply to them
     */
    public <T> T execute(K key, Supplier<T> attempt, Supplier<T> after) {
        CompletableFuture<Boolean> own = new CompletableFuture<>();
        CompletableFuture<Boolean> other = inProgress.putIfAbsent(key, own);
        if (other != null) {
            awaitLeaderOrRethrow(other);
            return after.get();
        }
        try {
            T result = attempt.get();
            own.complete(true);
            return result;
        } catch (RuntimeException | Error e) {
            own.completeExceptionally(e);
            throw e;
        } finally {
            inProgress.remove(key, own);
        }
    }

    private static void awaitLeaderOrRethrow(CompletableFuture<Boolean> other) {
        ThreadBlockingContext.assertCanBlock("wait for the same attempt of another thread");
        try {
            var unused = other.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RpcException error && error.error().code() == ErrorCode.BUSY) {
                return;
            }
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
    }
}
