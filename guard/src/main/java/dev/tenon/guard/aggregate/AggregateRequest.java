package dev.tenon.guard.aggregate;

import dev.tenon.internal.concurrent.ThreadBlockingContext;
import dev.tenon.json.Json;
import dev.tenon.model.Method;
import dev.tenon.server.forwarder.ForwardedCall;
import dev.tenon.server.forwarder.ForwardingSession;
import dev.tenon.server.forwarder.ResponseCallback;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

/**
 * One client request, to which one or several members respond.
 *
 * @param onCompletion registers an action that runs when the request is complete
 */
record AggregateRequest(ForwardedCall call, Consumer<Runnable> onCompletion) {
    /**
     * Sends the request to a member and returns the result. Blocks until the member responds or the request is
     * cancelled.
     *
     * @throws Exception the failure of the member
     */
    Json callMember(ForwardingSession session, Method<?, ?> method, Json params) throws Exception {
        ThreadBlockingContext.assertCanBlock("wait for a member of an aggregate");
        CompletableFuture<Json> response = new CompletableFuture<>();
        session.forwardRequest(method, params, call, new ResponseCallback() {
            @Override
            public void complete(Json result) {
                response.complete(result);
            }

            @Override
            public void fail(Throwable problem) {
                response.completeExceptionally(problem);
            }

            @Override
            public void onCompletion(Runnable action) {
                onCompletion.accept(action);
            }
        });
        try {
            return response.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception failure ? failure : e;
        }
    }
}
