package dev.tenon.guard.internal.concurrent;

import dev.tenon.internal.concurrent.ExecutionContext;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Of many who need the same thing at once and do not have it yet, one gets it; the others wait, and fail if that one
 * fails, unless it was refused for what it has already.
 */
public final class KeyedSingleFlight<K> {
    private final Map<K, CompletableFuture<Boolean>> running = new ConcurrentHashMap<>();

    /**
     * Gets it.
     *
     * @param get what the first does; it must end by itself
     * @param after what the others do when the first has it, or was refused with {@link ErrorCode#BUSY}: they may have
     *     room
     */
    public <T> T execute(K key, Supplier<T> get, Supplier<T> after) {
        CompletableFuture<Boolean> mine = new CompletableFuture<>();
        CompletableFuture<Boolean> other = running.putIfAbsent(key, mine);
        if (other != null) {
            awaitLeader(other);
            return after.get();
        }
        try {
            T got = get.get();
            mine.complete(true);
            return got;
        } catch (RuntimeException | Error e) {
            mine.completeExceptionally(e);
            throw e;
        } finally {
            running.remove(key, mine);
        }
    }

    private static void awaitLeader(CompletableFuture<Boolean> other) {
        ExecutionContext.checkCanBlock("wait for the same attempt of another thread");
        try {
            var unused = other.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RpcException refused && refused.error().code() == ErrorCode.BUSY) {
                return;
            }
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
    }
}
