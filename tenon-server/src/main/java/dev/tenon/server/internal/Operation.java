package dev.tenon.server.internal;

import dev.tenon.model.Params;
import org.jspecify.annotations.Nullable;

/**
 * What a method does.
 *
 * @param <P> its params
 */
interface Operation<P extends Params> {
    /**
     * Understands the params; runs where the bytes arrive and must not block. Refusals are thrown as {@code RpcException}.
     */
    Work prepare(P params, ActiveCall call);

    /** The tool, prompt or resource that is meant, for the observer. */
    default @Nullable String target(P params) {
        return null;
    }
}
