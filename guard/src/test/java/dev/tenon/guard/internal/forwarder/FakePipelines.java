package dev.tenon.guard.internal.forwarder;

import dev.tenon.guard.observer.CallStart;
import dev.tenon.guard.observer.GuardObserver;
import dev.tenon.guard.policy.PolicyChain;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.json.Json;
import dev.tenon.model.Method;
import dev.tenon.server.forwarder.ForwardedCall;
import dev.tenon.server.forwarder.ResponseCallback;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Creates pipelines without policies and without an upstream, for tests of several packages. */
public final class FakePipelines {
    private FakePipelines() {}

    /** Creates the interceptor of an upstream without policies, which runs blocking tasks on the calling thread. */
    public static MessageInterceptor interceptor() {
        return new MessageInterceptor(() -> PolicyChain.NONE, GuardObserver.NONE, "upstream", Runnable::run);
    }

    /** Creates the pipeline of a request, which is not started. */
    public static CallPipeline pipeline(
            Method<?, ?> method, Json params, ForwardedCall call, ResponseCallback callback) {
        MessageInterceptor interceptor = interceptor();
        CallStart start = new CallStart(PolicyMessage.request("upstream", method.name(), params), Instant.EPOCH);
        return new CallPipeline(
                interceptor,
                true,
                null,
                new CallPipeline.DownstreamRequest(method, params, call),
                new InterceptedCall(interceptor, PolicyChain.NONE, start, method),
                callback);
    }

    /** Creates a lease without a connection. */
    public static UpstreamLease lease(Runnable release) {
        return new UpstreamLease(null, release);
    }

    /** Creates a call whose methods return these values, by name; others return an empty optional or fail. */
    public static ForwardedCall call(Map<String, Function<Object[], Object>> values) {
        return (ForwardedCall) Proxy.newProxyInstance(
                ForwardedCall.class.getClassLoader(),
                new Class<?>[] {ForwardedCall.class},
                (proxy, method, arguments) -> {
                    if (values.containsKey(method.getName())) {
                        return values.get(method.getName()).apply(arguments);
                    }
                    if (method.getReturnType() == Optional.class) {
                        return Optional.empty();
                    }
                    throw new AssertionError("unexpected call of " + method);
                });
    }
}
