package dev.tenon.guard.internal.forwarder;

import dev.tenon.guard.internal.GuardedUpstream;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.Meta;
import dev.tenon.model.Method;
import dev.tenon.model.Revision;
import dev.tenon.server.forwarder.ForwardedCall;
import dev.tenon.server.forwarder.ResponseCallback;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A request of a client of 2026-07-28 without capabilities for input requests, and its outcome. */
final class FakeRequest implements ResponseCallback {
    private static final Revision REVISION = Revision.V2026_07_28;
    private static final String META = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{}}}";
    private static final Map<String, Object> CALL = Map.of(
            "revision",
            REVISION,
            "id",
            RequestId.of(1),
            "meta",
            Meta.EMPTY,
            "clientCapabilities",
            ClientCapabilities.NONE,
            "isCancelled",
            false);

    /** Completed when the request ends. */
    final CompletableFuture<Json> response = new CompletableFuture<>();

    private volatile Runnable completionAction = () -> {};

    /** Sends the request to a server; {@code params} are members of an object, each followed by a comma. */
    FakeRequest send(GuardedUpstream server, Method<?, ?> method, String params) {
        ForwardedCall call = (ForwardedCall) Proxy.newProxyInstance(
                ForwardedCall.class.getClassLoader(),
                new Class<?>[] {ForwardedCall.class},
                (proxy, called, arguments) ->
                        called.getReturnType() == Optional.class ? Optional.empty() : CALL.get(called.getName()));
        server.connect(new FakeClient(REVISION)).forwardRequest(method, Json.parse("{" + params + META), call, this);
        return this;
    }

    /** Cancels the request. */
    void cancel() {
        completionAction.run();
    }

    @Override
    public void complete(Json result) {
        response.complete(result);
    }

    @Override
    public void fail(Throwable cause) {
        response.completeExceptionally(cause);
    }

    @Override
    public void onCompletion(Runnable action) {
        completionAction = action;
    }
}
