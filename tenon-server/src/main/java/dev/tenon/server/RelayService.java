package dev.tenon.server;

import dev.tenon.json.Json;
import dev.tenon.model.Method;
import dev.tenon.model.NotificationType;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.model.Tool;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What a {@link Relay} does for one client: for its session, or for one request of a stateless revision. */
public interface RelayService extends AutoCloseable {
    /** What the client is told at the handshake, or when it discovers the server. */
    Presentation presentation();

    /**
     * Answers a request, on a thread that may block and is interrupted when the request is cancelled. The method exists in
     * the client's revision and the parameters fit it; they are as they came, with all that nobody knows.
     *
     * @return the result as it is on the wire of the client's revision
     * @throws dev.tenon.jsonrpc.RpcException to answer with that error
     * @throws Exception what else goes wrong; the client learns nothing of it but an incident id
     */
    Json answer(Method<?, ?> method, Json params, RelayCall call) throws Exception;

    /**
     * Begins to answer a request on this thread, which {@linkplain dev.tenon.transport.NoWaiting must not wait}. It is as {@link
     * #answer} otherwise. By default nothing is begun.
     *
     * @return whether it was begun, and the end will be told; if not, nothing has happened, and {@link #answer} is called
     * @throws dev.tenon.jsonrpc.RpcException to answer with that error; then the end is not told
     */
    default boolean begin(Method<?, ?> method, Json params, RelayCall call, RelayEnd end) {
        return false;
    }

    /**
     * As {@link #tool}, when that is known without waiting. By default it is not.
     *
     * @param taker told the tool, or null when there is none
     * @return whether it is known; if not, nothing is told
     */
    default boolean toolNow(String name, Consumer<@Nullable Tool> taker) {
        return false;
    }

    /**
     * Opens a stream of notifications (2026-07-28, {@code subscriptions/listen}), on a thread that may block.
     *
     * @param wanted the notifications that the client asks for
     * @param call the request
     * @return which of them the client will get
     */
    SubscriptionFilter listen(SubscriptionFilter wanted, RelayCall call, RelayStream stream) throws Exception;

    /** Takes a notification of the client's session that is not about one of its requests. Must not block. */
    void notified(NotificationType<?> type, Json params);

    /**
     * The definition of a tool, for the headers that repeat its arguments; null when there is none, or none is known. May
     * block.
     */
    @Nullable Tool tool(String name);

    /** The session or the request is over. Must not block, and must not throw. */
    @Override
    void close();
}
