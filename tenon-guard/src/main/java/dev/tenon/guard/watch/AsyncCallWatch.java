package dev.tenon.guard.watch;

import dev.tenon.concurrent.ExecutionContext;
import dev.tenon.jsonrpc.RpcException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Watches one exchange, and may have to wait for something before the answer is sent, without a thread that waits. */
public interface AsyncCallWatch extends CallWatch {
    /** Waits for {@link #ended(Ended, Consumer)}, whatever interrupts: a cancelled call is watched like any other. */
    @Override
    default void ended(Ended how) {
        CompletableFuture<@Nullable RpcException> answer = new CompletableFuture<>();
        ended(how, answer::complete);
        if (!answer.isDone()) {
            ExecutionContext.checkCanBlock("wait for what watches a call");
        }
        RpcException instead = answer.join();
        if (instead != null) {
            throw instead;
        }
    }

    @Override
    void ended(Ended how, Consumer<@Nullable RpcException> answer);
}
