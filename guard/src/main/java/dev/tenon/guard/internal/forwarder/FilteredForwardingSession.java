package dev.tenon.guard.internal.forwarder;

import static dev.tenon.guard.internal.log.GuardLog.LOG;

import dev.tenon.client.error.McpClientException;
import dev.tenon.guard.policy.Caller;
import dev.tenon.internal.concurrent.ThreadBlockingContext;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Method;
import dev.tenon.model.NotificationType;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.model.Tool;
import dev.tenon.server.forwarder.DownstreamClient;
import dev.tenon.server.forwarder.ForwardedCall;
import dev.tenon.server.forwarder.ForwardingSession;
import dev.tenon.server.forwarder.ResponseCallback;
import dev.tenon.server.forwarder.ServerDescription;
import dev.tenon.server.forwarder.SubscriptionSink;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A forwarding session whose messages pass the policies, and whose failures are mapped to protocol errors. */
public final class FilteredForwardingSession implements ForwardingSession {
    private final UpstreamRouter router;
    private final MessageInterceptor interceptor;
    private final DownstreamClient client;

    private final Runnable onClose;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** Creates a session; {@code onClose} runs when it is closed. */
    public FilteredForwardingSession(
            UpstreamRouter router, MessageInterceptor interceptor, DownstreamClient client, Runnable onClose) {
        this.onClose = onClose;
        this.router = router;
        this.interceptor = interceptor;
        this.client = client;
    }

    @Override
    public ServerDescription serverDescription() {
        try {
            Caller caller = MessageInterceptor.callerOf(client.principal());
            return interceptor.filterDescription(
                    interceptor.policies().get(), router.unfilteredServerDescription(), client.revision(), caller);
        } catch (McpClientException e) {
            throw interceptor.toConnectError(e, client.revision());
        }
    }

    @Override
    public void forwardRequest(Method<?, ?> method, Json params, ForwardedCall call, ResponseCallback callback) {
        interceptor.forwardRequest(new CallPipeline.DownstreamRequest(method, params, call), router, callback);
    }

    @Override
    public SubscriptionFilter openSubscription(SubscriptionFilter filter, ForwardedCall call, SubscriptionSink stream) {
        return interceptor.openSubscription(filter, call, router, stream);
    }

    @Override
    public void onNotification(NotificationType<?> type, Json params) {
        router.forwardClientNotification(type, params);
    }

    @Override
    public void findTool(String name, Consumer<@Nullable Tool> consumer) {
        if (ThreadBlockingContext.current().canBlock()) {
            consumer.accept(findToolBlockingOrNull(name));
            return;
        }
        try (UpstreamLease lease = router.leaseUpstream(false)) {
            if (lease == null || !lease.upstream().client().tryGetListedTool(name, consumer)) {
                interceptor.blockingExecutor().execute(() -> consumer.accept(findToolBlockingOrNull(name)));
            }
        }
    }

    private @Nullable Tool findToolBlockingOrNull(String name) {
        try (UpstreamLease lease = Objects.requireNonNull(router.leaseUpstream(true))) {
            return lease.upstream().findTool(name);
        } catch (McpClientException | RpcException e) {
            LOG.debug("Could not list upstream tools: cause={}", e.getMessage());
            return null;
        } catch (RuntimeException e) {
            LOG.warn("Could not look up a tool: upstream={}", interceptor.upstream(), e);
            return null;
        }
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            try {
                router.close();
            } finally {
                onClose.run();
            }
        }
    }
}
