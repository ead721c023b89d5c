package dev.tenon.guard.observer;

import dev.tenon.internal.concurrent.ThreadBlockingContext;
import dev.tenon.jsonrpc.RpcException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Observes one call, and can delay its response without blocking a thread. */
public interface DelayingCallObserver extends SingleCallObserver {
    /** Waits for {@link #onEnd(CallEnd, Consumer)} uninterruptibly, as cancelled calls are observed like any other. */
    @Override
    default void onEnd(CallEnd end) {
        CompletableFuture<@Nullable RpcException> future = new CompletableFuture<>();
        onEnd(end, future::complete);
        if (!future.isDone()) {
            ThreadBlockingContext.assertCanBlock("wait for an observer of a call");
        }
        RpcException replacement = future.join();
        if (replacement != null) {
            throw replacement;
        }
    }

    @Override
    void onEnd(CallEnd end, Consumer<@Nullable RpcException> onReady);
}
