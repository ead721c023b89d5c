package dev.tenon.client;

import dev.tenon.client.error.McpClientException;
import dev.tenon.client.error.NotSupportedException;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.json.Json;
import dev.tenon.model.NotificationType;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.model.Tool;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A client of one server that passes params and results through unconverted, for proxies: unknown members are
 * preserved. Otherwise it works like {@link McpClient}: it reconnects, validates what it receives, and every wait has a
 * timeout. See {@link ClientBuilder#connectRaw}.
 */
public interface RawClient extends AutoCloseable {
    /** Returns the description that the server sent on connecting. Connects first if there is no connection. */
    ServerInfo server();

    /** Returns whether the client is connected; otherwise the next call connects. */
    boolean isConnected();

    /**
     * Returns whether the server is reached over HTTP, where each request or notification of the server can be
     * attributed to a call. Returns false while the client is not connected.
     */
    boolean canAttributeServerMessages();

    /**
     * Calls a method and waits for the response; a result that requests input is returned like any other.
     *
     * @throws NotSupportedException when the method does not exist in the server's revision, or the server does not
     *     support it
     * @throws ServerErrorException when the server responds with an error
     * @throws McpClientException when no valid response arrives
     */
    RawResponse call(RawCall call);

    /**
     * Starts a call and returns at once: the asynchronous form of {@link #call}. It never blocks and never throws, on
     * any thread, including event loops and reader threads: connecting, listing the tools whose headers a call needs,
     * retries and failures run on the client's own threads and its scheduler.
     *
     * <p>If possible, the calling thread sends the request. A response of usual size is delivered on the thread that
     * read it, which may be one that {@linkplain dev.tenon.internal.concurrent.ThreadBlockingContext must not block};
     * everything else is delivered on a thread of the client.
     *
     * @param callback receives the outcome exactly once, possibly before this method returns: the response, or the
     *     exception that {@link #call} would throw. Exceptions of {@code callback} are logged
     */
    void callAsync(RawCall call, RawCallback callback);

    /**
     * Like {@link #callAsync}, for a method that need not exist in the server's revision. Its params and result are not
     * validated.
     */
    void callUnknownMethodAsync(RawCall call, RawCallback callback);

    /** Returns what {@link #server} returns if the client is connected, otherwise null. It does not block. */
    @Nullable ServerInfo currentServer();

    /**
     * Looks up a tool in the tools that the server has already listed. It does not block.
     *
     * @param consumer receives the tool, or null if it does not exist; not called if this returns false
     * @return whether the list of tools is known
     */
    boolean tryGetListedTool(String name, Consumer<@Nullable Tool> consumer);

    /**
     * Sends a notification in a session. Sends nothing if the server has no sessions or the client is not connected.
     */
    void sendSessionNotification(NotificationType<?> type, Json params);

    /**
     * Subscribes to changes, as the server's revision defines it, until the subscription is closed.
     *
     * @param owner passed to the {@link RawHandler} with the notifications of this subscription, where the revision
     *     allows it (2026-07-28)
     * @param onClosed called once when the subscription has ended for any reason
     */
    Subscription subscribe(SubscriptionFilter filter, Object owner, Runnable onClosed);

    /**
     * Returns the tool of that name, or null if it does not exist. Fetches the list of tools first if it is not known.
     */
    @Nullable Tool getTool(String name);

    /** Closes the connection; pending calls fail. */
    @Override
    void close();
}
