package dev.tenon.guard.observer;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RpcException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Observes one call. */
public interface SingleCallObserver {
    /** An observer that does nothing. */
    SingleCallObserver NONE = ended -> {};

    /**
     * Called before the request is sent, after all policies.
     *
     * @param params the params that passed the policies
     * @return the params to send, for instance with additional {@code _meta}; by default unchanged
     */
    default Json beforeSend(Json params) {
        return params;
    }

    /**
     * Called when the call has ended, before the response is sent.
     *
     * @throws RpcException the error to respond with instead
     */
    void onEnd(CallEnd end);

    /**
     * Like {@link #onEnd(CallEnd)}, for an observer that must complete something, such as a write to a file, before the
     * response may be sent, without blocking a thread. By default calls {@link #onEnd(CallEnd)}.
     *
     * @param onReady must be called once, by any thread, when the response may be sent: with null, or with the error to
     *     respond with instead; it does not block
     */
    default void onEnd(CallEnd end, Consumer<@Nullable RpcException> onReady) {
        RpcException replacement = null;
        try {
            onEnd(end);
        } catch (RpcException e) {
            replacement = e;
        }
        onReady.accept(replacement);
    }
}
