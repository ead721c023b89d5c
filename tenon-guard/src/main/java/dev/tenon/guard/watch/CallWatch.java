package dev.tenon.guard.watch;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RpcException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Watches one exchange. */
public interface CallWatch {
    /** Nobody watches. */
    CallWatch NONE = ended -> {};

    /** The params as they go on, after every policy: the place to add to their {@code _meta}. They go on as they are returned. */
    default Json leaving(Json params) {
        return params;
    }

    /**
     * The exchange has ended. The answer is sent only after that.
     *
     * @throws RpcException to answer with that error instead
     */
    void ended(Ended how);

    /**
     * Like {@link #ended(Ended)}, for an observer that must wait for something, such as a file, before the answer may be sent, and
     * does not block a thread for that. By default calls {@link #ended(Ended)}.
     *
     * @param answer called once, by any thread, when the answer may be sent: with null, or with the error to answer instead. It does
     *     not block
     */
    default void ended(Ended how, Consumer<@Nullable RpcException> answer) {
        RpcException instead = null;
        try {
            ended(how);
        } catch (RpcException e) {
            instead = e;
        }
        answer.accept(instead);
    }
}
