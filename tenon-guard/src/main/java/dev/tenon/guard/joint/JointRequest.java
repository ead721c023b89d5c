package dev.tenon.guard.joint;

import dev.tenon.concurrent.ExecutionContext;
import dev.tenon.json.Json;
import dev.tenon.model.Method;
import dev.tenon.server.RelayCall;
import dev.tenon.server.RelayEnd;
import dev.tenon.server.RelayService;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

/**
 * One request of the client, which one or several members answer.
 *
 * @param whenOver has an action run when the request is over
 */
record JointRequest(RelayCall call, Consumer<Runnable> whenOver) {
    /**
     * The answer of one member. Blocks until it is there, or the request is cancelled.
     *
     * @throws Exception what the member fails with
     */
    Json answer(RelayService member, Method<?, ?> method, Json params) throws Exception {
        ExecutionContext.checkCanBlock("wait for one of several servers");
        CompletableFuture<Json> answer = new CompletableFuture<>();
        member.answer(method, params, call, new RelayEnd() {
            @Override
            public void answered(Json result) {
                answer.complete(result);
            }

            @Override
            public void failed(Throwable why) {
                answer.completeExceptionally(why);
            }

            @Override
            public void whenOver(Runnable action) {
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
