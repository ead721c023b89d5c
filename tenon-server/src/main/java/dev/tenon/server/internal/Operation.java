package dev.tenon.server.internal;

import dev.tenon.model.Params;
import java.util.Set;
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

    /** The scopes that a caller needs for this, all of them; what does not exist needs none. */
    default Set<String> needs(P params) {
        return Set.of();
    }

    /** The tool, prompt or resource that is meant, for the observer. */
    default @Nullable String target(P params) {
        return null;
    }
}
