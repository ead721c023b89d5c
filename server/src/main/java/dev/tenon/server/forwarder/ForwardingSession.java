package dev.tenon.server.forwarder;

import dev.tenon.json.Json;
import dev.tenon.model.Method;
import dev.tenon.model.NotificationType;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.model.Tool;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Serves one client in place of the server: for its session, or for one request of a stateless revision. */
public interface ForwardingSession extends AutoCloseable {
    /** Returns the server description that the client gets from {@code initialize} or {@code server/discover}. */
    ServerDescription serverDescription();

    /**
     * Serves a request, now or later. It must not block the calling thread; work that takes time must run on other
     * threads. The method exists in the client's revision and the params are valid for it; they are passed as received,
     * including unknown members.
     *
     * @param callback receives the result or the failure, once, possibly before this method returns
     */
    void forwardRequest(Method<?, ?> method, Json params, ForwardedCall call, ResponseCallback callback);

    /**
     * Opens a stream of notifications (2026-07-28, {@code subscriptions/listen}), on a thread that may block.
     *
     * @param wanted the notifications that the client requests
     * @param call the request
     * @param sink the stream to the client
     * @return the notifications that the client will receive
     */
    SubscriptionFilter openSubscription(SubscriptionFilter wanted, ForwardedCall call, SubscriptionSink sink)
            throws Exception;

    /** Receives a notification of the client that does not concern one of its requests. Must not block. */
    void onNotification(NotificationType<?> type, Json params);

    /**
     * Finds the definition of a tool, now or later, to validate the headers that repeat its arguments. Must not block.
     *
     * @param consumer receives the tool, once, possibly before this method returns; null if the tool is unknown
     */
    void findTool(String name, Consumer<@Nullable Tool> consumer);

    /** Called at the end of the session or of the request. Must not block and must not throw. */
    @Override
    void close();
}
