package dev.tenon.guard.internal;

import dev.tenon.client.McpClientException;
import dev.tenon.guard.policy.Direction;
import dev.tenon.json.Json;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.NotificationType;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.model.Tool;
import dev.tenon.server.Presentation;
import dev.tenon.server.RelayCall;
import dev.tenon.server.RelayClient;
import dev.tenon.server.RelayEnd;
import dev.tenon.server.RelayService;
import dev.tenon.server.RelayStream;
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
            return Presenting.past(checkpoint, service.presentation(), front);
        } catch (McpClientException e) {
            throw Trouble.of(e, Methods.DISCOVER, Json.EMPTY_OBJECT, front.revision());
        }
    }

    @Override
    public Json answer(Method<?, ?> method, Json params, RelayCall call) throws Exception {
        return checkpoint.pass(method, params, call, service);
    }

    @Override
    public boolean begin(Method<?, ?> method, Json params, RelayCall call, RelayEnd end) {
        return checkpoint.begin(method, params, call, service, end);
    }

    @Override
    public boolean toolNow(String name, Consumer<@Nullable Tool> taker) {
        return service.toolNow(name, taker);
    }

    @Override
    public SubscriptionFilter listen(SubscriptionFilter wanted, RelayCall call, RelayStream stream) throws Exception {
        return checkpoint.listen(wanted, call, service, stream);
    }

    @Override
    public void notified(NotificationType<?> type, Json params) {
        Json passed = checkpoint.heard(
                Direction.TO_SERVER, Checkpoint.caller(front.principal()), type, params, front.revision());
        if (passed != null) {
            service.notified(type, passed);
        }
    }

    @Override
    public @Nullable Tool tool(String name) {
        try {
            return service.tool(name);
        } catch (McpClientException e) {
            LOG.debug("The tools behind could not be listed: {}", e.getMessage());
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
