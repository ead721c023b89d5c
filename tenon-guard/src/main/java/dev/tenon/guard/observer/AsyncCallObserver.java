package dev.tenon.guard.observer;

import dev.tenon.internal.concurrent.ExecutionContext;
import dev.tenon.jsonrpc.RpcException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Watches one exchange, and may have to wait for something before the answer is sent, without a thread that waits. */
public interface AsyncCallObserver extends CallObserver {
    /** Waits for {@link #onEnd(CallEnd, Consumer)}, whatever interrupts: a cancelled call is watched like any other. */
    @Override
    default void onEnd(CallEnd how) {
        CompletableFuture<@Nullable RpcException> answer = new CompletableFuture<>();
        onEnd(how, answer::complete);
        if (!answer.isDone()) {
            ExecutionContext.checkCanBlock("wait for what watches a call");
        }
        RpcException instead = answer.join();
        if (instead != null) {
            throw instead;
        }
    }

    @Override
    void onEnd(CallEnd how, Consumer<@Nullable RpcException> answer);
}
