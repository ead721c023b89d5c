package dev.tenon.server.internal.dispatch;

import dev.tenon.model.Params;
import dev.tenon.server.internal.request.ActiveCall;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a method does.
 *
 * @param <P> its params
 */
public interface MethodHandler<P extends Params> {
    /**
     * Understands the params; runs where the bytes arrive and must not block. Refusals are thrown as {@code
     * RpcException}.
     */
    ExecutionPlan prepare(P params, ActiveCall call);

    /** The scopes that a caller needs for this, all of them; what does not exist needs none. */
    default Set<String> requiredScopes(P params) {
        return Set.of();
    }

    /** The tool, prompt or resource that is meant, for the observer. */
    default @Nullable String target(P params) {
        return null;
    }
}
