package dev.tenon.guard.observer;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RpcException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Watches one exchange. */
public interface CallObserver {
    /** Nobody watches. */
    CallObserver NONE = ended -> {};

    /**
     * The params as they go on, after every policy: the place to add to their {@code _meta}. They go on as they are
     * returned.
     */
    default Json beforeSend(Json params) {
        return params;
    }

    /**
     * The exchange has ended. The answer is sent only after that.
     *
     * @throws RpcException to answer with that error instead
     */
    void onEnd(CallEnd how);

    /**
     * Like {@link #onEnd(CallEnd)}, for an observer that must wait for something, such as a file, before the answer may
     * be sent, and does not block a thread for that. By default calls {@link #onEnd(CallEnd)}.
     *
     * @param answer called once, by any thread, when the answer may be sent: with null, or with the error to answer
     *     instead. It does not block
     */
    default void onEnd(CallEnd how, Consumer<@Nullable RpcException> answer) {
        RpcException instead = null;
        try {
            onEnd(how);
        } catch (RpcException e) {
            instead = e;
        }
        answer.accept(instead);
    }
}
