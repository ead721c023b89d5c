package dev.tenon.guard.internal;

import dev.tenon.client.McpClientException;
import dev.tenon.concurrent.ExecutionContext;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Method;
import dev.tenon.model.NotificationType;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.model.Tool;
import dev.tenon.server.Presentation;
import dev.tenon.server.RelayCall;
import dev.tenon.server.RelayClient;
import dev.tenon.server.RelayEnd;
import dev.tenon.server.RelayService;
import dev.tenon.server.RelayStream;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A service whose requests and results pass the checkpoint, and whose trouble is told in the words of the protocol. */
final class CheckedService implements RelayService {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.guard");

    private final Service service;
    private final Checkpoint checkpoint;
    private final RelayClient front;

    private final Runnable over;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** {@code over} is run when this is closed. */
    CheckedService(Service service, Checkpoint checkpoint, RelayClient front, Runnable over) {
        this.over = over;
        this.service = service;
        this.checkpoint = checkpoint;
        this.front = front;
    }

    @Override
    public Presentation presentation() {
        try {
            return Presenting.past(
                    checkpoint,
                    checkpoint.policies().get(),
                    service.presentation(),
                    front.revision(),
                    Checkpoint.caller(front.principal()));
        } catch (McpClientException e) {
            throw checkpoint.notPresented(e, front.revision());
        }
    }

    @Override
    public void answer(Method<?, ?> method, Json params, RelayCall call, RelayEnd end) {
        checkpoint.answer(new FilteredCall.Request(method, params, call), service, end);
    }

    @Override
    public SubscriptionFilter listen(SubscriptionFilter wanted, RelayCall call, RelayStream stream) {
        return checkpoint.listen(wanted, call, service, stream);
    }

    @Override
    public void notified(NotificationType<?> type, Json params) {
        service.notified(type, params);
    }

    @Override
    public void tool(String name, Consumer<@Nullable Tool> taker) {
        if (ExecutionContext.current().canBlock()) {
            taker.accept(tool(name));
            return;
        }
        try (Lease lease = service.upstream(false)) {
            if (lease == null || !lease.upstream().client().toolNow(name, taker)) {
                checkpoint.later().execute(() -> taker.accept(tool(name)));
            }
        }
    }

    private @Nullable Tool tool(String name) {
        try (Lease lease = Objects.requireNonNull(service.upstream(true))) {
            return lease.upstream().tool(name);
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
                over.run();
            }
        }
    }
}
