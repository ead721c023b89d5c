package dev.tenon.server;

import dev.tenon.json.Json;
import dev.tenon.model.Implementation;
import dev.tenon.model.Method;
import dev.tenon.model.NotificationType;
import dev.tenon.model.ServerCapabilities;
import dev.tenon.model.Tool;
import dev.tenon.server.forwarder.ForwardedCall;
import dev.tenon.server.forwarder.ForwardingSession;
import dev.tenon.server.forwarder.ResponseCallback;
import dev.tenon.server.forwarder.ServerDescription;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A forwarding session that completes every request with an empty result, has no tools and ignores notifications. */
public abstract class FakeForwardingSession implements ForwardingSession {
    private final String name;

    protected FakeForwardingSession(String name) {
        this.name = name;
    }

    @Override
    public ServerDescription serverDescription() {
        return new ServerDescription(Implementation.of(name, "1"), ServerCapabilities.NONE, null);
    }

    @Override
    public void forwardRequest(Method<?, ?> method, Json params, ForwardedCall call, ResponseCallback callback) {
        callback.complete(Json.EMPTY_OBJECT);
    }

    @Override
    public void onNotification(NotificationType<?> type, Json params) {}

    @Override
    public void findTool(String name, Consumer<@Nullable Tool> callback) {
        callback.accept(null);
    }

    @Override
    public void close() {}
}
