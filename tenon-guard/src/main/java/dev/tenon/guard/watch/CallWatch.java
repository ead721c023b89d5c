package dev.tenon.guard.watch;

import dev.tenon.json.Json;

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
     * @throws dev.tenon.jsonrpc.RpcException to answer with that error instead
     */
    void ended(Ended how);
}
