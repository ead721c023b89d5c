package dev.tenon.server.internal.dispatch;

import dev.tenon.model.CallToolParams;
import dev.tenon.model.GetPromptParams;
import dev.tenon.model.Params;
import dev.tenon.model.ReadResourceParams;
import dev.tenon.server.internal.request.ActiveCall;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Handles one method of the protocol.
 *
 * @param <P> its params
 */
public interface MethodHandler<P extends Params> {
    /**
     * Validates the params and returns how to complete the request; a method that needs no handler of the application
     * does all its work here. Runs on the thread that received the request and must not block. A rejection is thrown as
     * {@code RpcException}.
     */
    ExecutionPlan executeOrPlan(P params, ActiveCall call);

    /** Returns the scopes that a caller needs, all of them; empty if the target does not exist. */
    default Set<String> requiredScopes(P params) {
        return Set.of();
    }

    /** Returns the requested tool, prompt or resource, for the observer. */
    default @Nullable String target(P params) {
        if (params instanceof CallToolParams tool) {
            return tool.name();
        }
        if (params instanceof ReadResourceParams resource) {
            return resource.uri();
        }
        return params instanceof GetPromptParams prompt ? prompt.name() : null;
    }
}
