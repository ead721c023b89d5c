package dev.tenon.guard.aggregate;

import dev.tenon.internal.concurrent.ExecutionContext;
import dev.tenon.json.Json;
import dev.tenon.model.Method;
import dev.tenon.server.forwarder.ForwardedCall;
import dev.tenon.server.forwarder.ForwardingSession;
import dev.tenon.server.forwarder.ResponseCallback;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

/**
 * One request of the client, which one or several members answer.
 *
 * @param whenOver has an action run when the request is over
 */
record AggregateRequest(ForwardedCall call, Consumer<Runnable> whenOver) {
    /**
     * The answer of one member. Blocks until it is there, or the request is cancelled.
     *
     * @throws Exception what the member fails with
     */
    Json callMember(ForwardingSession member, Method<?, ?> method, Json params) throws Exception {
        ExecutionContext.checkCanBlock("wait for one of several servers");
        CompletableFuture<Json> answer = new CompletableFuture<>();
        member.forwardRequest(method, params, call, new ResponseCallback() {
            @Override
            public void complete(Json result) {
                answer.complete(result);
            }

            @Override
            public void fail(Throwable why) {
                answer.completeExceptionally(why);
            }

            @Override
            public void onCompletion(Runnable action) {
                whenOver.accept(action);
            }
        });
        try {
            return answer.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception failure ? failure : e;
        }
    }
}
