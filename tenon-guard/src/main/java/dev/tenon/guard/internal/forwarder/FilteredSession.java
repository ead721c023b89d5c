package dev.tenon.guard.internal.forwarder;

import dev.tenon.client.error.McpClientException;
import dev.tenon.internal.concurrent.ExecutionContext;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Method;
import dev.tenon.model.NotificationType;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.model.Tool;
import dev.tenon.server.forwarder.DownstreamClient;
import dev.tenon.server.forwarder.ForwardedCall;
import dev.tenon.server.forwarder.ForwardingSession;
import dev.tenon.server.forwarder.NotificationSink;
import dev.tenon.server.forwarder.ResponseCallback;
import dev.tenon.server.forwarder.ServerDescription;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A service whose requests and results pass the checkpoint, and whose trouble is told in the words of the protocol. */
public final class FilteredSession implements ForwardingSession {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.guard");

    private final UpstreamRouter service;
    private final PolicyFilter checkpoint;
    private final DownstreamClient front;

    private final Runnable onClose;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** {@code over} is run when this is closed. */
    public FilteredSession(UpstreamRouter service, PolicyFilter checkpoint, DownstreamClient front, Runnable over) {
        this.onClose = over;
        this.service = service;
        this.checkpoint = checkpoint;
        this.front = front;
    }

    @Override
    public ServerDescription serverDescription() {
        try {
            return ServerDescriptions.filter(
                    checkpoint,
                    checkpoint.policies().get(),
                    service.serverDescription(),
                    front.revision(),
                    PolicyFilter.callerOf(front.principal()));
        } catch (McpClientException e) {
            throw checkpoint.toConnectError(e, front.revision());
        }
    }

    @Override
    public void forwardRequest(Method<?, ?> method, Json params, ForwardedCall call, ResponseCallback end) {
        checkpoint.handleRequest(new CallPipeline.DownstreamRequest(method, params, call), service, end);
    }

    @Override
    public SubscriptionFilter openSubscription(SubscriptionFilter wanted, ForwardedCall call, NotificationSink stream) {
        return checkpoint.openSubscription(wanted, call, service, stream);
    }

    @Override
    public void onNotification(NotificationType<?> type, Json params) {
        service.onClientNotification(type, params);
    }

    @Override
    public void findTool(String name, Consumer<@Nullable Tool> taker) {
        if (ExecutionContext.current().canBlock()) {
            taker.accept(tool(name));
            return;
        }
        try (UpstreamLease lease = service.leaseUpstream(false)) {
            if (lease == null || !lease.upstream().client().tryGetTool(name, taker)) {
                checkpoint.blockingExecutor().execute(() -> taker.accept(tool(name)));
            }
        }
    }

    private @Nullable Tool tool(String name) {
        try (UpstreamLease lease = Objects.requireNonNull(service.leaseUpstream(true))) {
            return lease.upstream().findTool(name);
        } catch (McpClientException | RpcException e) {
            LOG.debug("The tools behind could not be listed: {}", e.getMessage());
            return null;
        } catch (RuntimeException e) {
            LOG.warn("Could not look up a tool: upstream={}", checkpoint.upstream(), e);
            return null;
        }
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            try {
                service.close();
            } finally {
                onClose.run();
            }
        }
    }
}
