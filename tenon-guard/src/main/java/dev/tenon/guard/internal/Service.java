package dev.tenon.guard.internal;

import dev.tenon.json.Json;
import dev.tenon.model.Method;
import dev.tenon.model.NotificationType;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.model.Tool;
import dev.tenon.server.Presentation;
import dev.tenon.server.RelayCall;
import dev.tenon.server.RelayService;
import dev.tenon.server.RelayStream;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Serves one client in front, behind the {@link CheckedService checkpoint}. */
interface Service extends AutoCloseable {
    /** What the client is told of the server behind. */
    Presentation presentation();

    /** Answers a request that may pass; the result passes the checkpoint before it is put into the words of the front. */
    Json answer(Method<?, ?> method, Json params, RelayCall call, Crossing crossing) throws Exception;

    /** Opens a stream of notifications. */
    SubscriptionFilter listen(SubscriptionFilter wanted, RelayStream stream);

    /** Takes a notification of the client. */
    void notified(NotificationType<?> type, Json params);

    /** A tool of the server behind, or null. */
    @Nullable Tool tool(String name);

    /** As {@link RelayService#toolNow}. */
    boolean toolNow(String name, Consumer<@Nullable Tool> taker);

    /** The way of a request from this thread, which must not wait; null when it has to be answered elsewhere. */
    @Nullable Way way(Method<?, ?> method, Json params, RelayCall call);

    /** The definition of a tool as the server behind lists it, or null. */
    @Nullable Json definition(String name);

    /**
     * All tools by name, by one bounded walk of the list in the newest revision that the server behind speaks.
     *
     * @throws dev.tenon.client.McpClientException when the server does not answer
     */
    Map<String, Json> tools();

    @Override
    void close();
}
