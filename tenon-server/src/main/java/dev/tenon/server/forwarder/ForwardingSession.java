package dev.tenon.server.forwarder;

import dev.tenon.json.Json;
import dev.tenon.model.Method;
import dev.tenon.model.NotificationType;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.model.Tool;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What a {@link RequestForwarder} does for one client: for its session, or for one request of a stateless revision. */
public interface ForwardingSession extends AutoCloseable {
    /** What the client is told at the handshake, or when it discovers the server. */
    ServerDescription serverDescription();

    /**
     * Answers a request, now or later. It {@linkplain dev.tenon.internal.concurrent.ExecutionContext must not block}
     * where it is called: what takes time runs on other threads. The method exists in the client's revision and the
     * parameters fit it; they are as they came, with their unknown members.
     *
     * @param end told the result or the failure, once, perhaps before this returns
     */
    void forwardRequest(Method<?, ?> method, Json params, ForwardedCall call, ResponseCallback end);

    /**
     * Opens a stream of notifications (2026-07-28, {@code subscriptions/listen}), on a thread that may block.
     *
     * @param wanted the notifications that the client asks for
     * @param call the request
     * @return which of them the client will get
     */
    SubscriptionFilter openSubscription(SubscriptionFilter wanted, ForwardedCall call, NotificationSink stream)
            throws Exception;

    /** Takes a notification of the client's session that is not about one of its requests. Must not block. */
    void onNotification(NotificationType<?> type, Json params);

    /**
     * Looks up the definition of a tool, for the headers that repeat its arguments, now or later. Must not block.
     *
     * @param taker told the tool, once, perhaps before this returns; told null when there is none, or none is known
     */
    void findTool(String name, Consumer<@Nullable Tool> taker);

    /** The session or the request is over. Must not block, and must not throw. */
    @Override
    void close();
}
