package dev.tenon.guard.aggregate;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Implementation;
import dev.tenon.model.Method;
import dev.tenon.model.NotificationType;
import dev.tenon.model.ServerCapabilities;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.model.Tool;
import dev.tenon.server.forwarder.DownstreamClient;
import dev.tenon.server.forwarder.ForwardedCall;
import dev.tenon.server.forwarder.ForwardingSession;
import dev.tenon.server.forwarder.RequestForwarder;
import dev.tenon.server.forwarder.ResponseCallback;
import dev.tenon.server.forwarder.ServerDescription;
import dev.tenon.server.forwarder.SubscriptionSink;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A member without an upstream server, which records what happens to it. */
final class FakeMember implements RequestForwarder {
    private static final ServerCapabilities CAPABILITIES = ServerCapabilities.NONE.withTools(true);

    final String name;
    /** The events, such as {@code connect}, {@code close} and {@code removed}. */
    final List<String> events = new ArrayList<>();
    /** The streams of its open subscriptions. */
    final List<SubscriptionSink> streams = new ArrayList<>();

    @Nullable Exception connectFailure;

    @Nullable RuntimeException subscriptionFailure;

    Runnable connectAction = () -> {};
    Consumer<SubscriptionSink> subscriptionAction = stream -> {};
    /** Returns the result of a request, or throws its error. */
    BiFunction<Method<?, ?>, Json, Json> responder = (method, params) -> {
        throw new RpcException(ErrorCode.METHOD_NOT_FOUND, method.name());
    };

    FakeMember(String name) {
        this.name = name;
    }

    AggregateMember toMember() {
        return new AggregateMember(name, name + "_", this, () -> events.add("removed"));
    }

    @Override
    public ForwardingSession connect(DownstreamClient client) throws Exception {
        events.add("connect");
        connectAction.run();
        if (connectFailure != null) {
            throw connectFailure;
        }
        return new FakeMemberSession();
    }

    /** A session with this member. */
    private final class FakeMemberSession implements ForwardingSession {
        @Override
        public ServerDescription serverDescription() {
            return new ServerDescription(Implementation.of(name, "1"), CAPABILITIES, null);
        }

        @Override
        public void forwardRequest(Method<?, ?> method, Json params, ForwardedCall call, ResponseCallback callback) {
            events.add(method.name());
            Json result;
            try {
                result = responder.apply(method, params);
            } catch (RpcException e) {
                callback.fail(e);
                return;
            }
            callback.complete(result);
        }

        @Override
        public SubscriptionFilter openSubscription(
                SubscriptionFilter wanted, ForwardedCall call, SubscriptionSink sink) {
            events.add("subscribe");
            subscriptionAction.accept(sink);
            if (subscriptionFailure != null) {
                throw subscriptionFailure;
            }
            streams.add(sink);
            sink.onClosed(() -> events.add("unsubscribe"));
            return wanted;
        }

        @Override
        public void onNotification(NotificationType<?> type, Json params) {
            events.add(type.name());
        }

        @Override
        public void findTool(String toolName, Consumer<@Nullable Tool> consumer) {
            consumer.accept(null);
        }

        @Override
        public void close() {
            events.add("close");
        }
    }
}
