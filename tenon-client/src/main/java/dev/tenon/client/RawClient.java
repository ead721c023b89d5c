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
 * A client of one server that takes and gives params and results as they are on the wire, for what stands between a
 * client and a server: whatever is unknown passes through. All else is as in {@link McpClient}: connections are made
 * again, what comes is checked, every wait ends. See {@link ClientBuilder#connectRaw}.
 */
public interface RawClient extends AutoCloseable {
    /** What the server said when the connection was made. */
    ServerInfo server();

    /** Whether there is a connection now; else the next call makes one. */
    boolean isConnected();

    /** Whether the server is reached by HTTP requests, which tell for which call a question or notification is. */
    boolean canAttributeServerMessages();

    /**
     * Calls a method and waits for the answer; one that asks for input is an answer like any other.
     *
     * @throws NotSupportedException when the method does not exist in the server's revision, or is not offered
     * @throws ServerErrorException when the server answers with an error
     * @throws McpClientException when no answer comes, or none that makes sense
     */
    RawResponse call(RawCall call);

    /**
     * Begins a call and returns at once: the asynchronous form of {@link #call}, which waits for this. It never blocks
     * and never throws, on any thread, event loops and reader threads included: connecting, listing the tools whose
     * headers a call needs, retries and failures run on the client's own threads and its scheduler.
     *
     * <p>The request leaves on the calling thread where that is possible. An answer of usual size is told on the thread
     * that read it, which may be one that {@linkplain dev.tenon.internal.concurrent.ExecutionContext must not wait};
     * everything else is told on a thread of the client.
     *
     * @param end told the outcome exactly once, perhaps before this method returns: the answer, or what {@link #call}
     *     would throw. What {@code end} throws is logged
     */
    void callAsync(RawCall call, RawCallback end);

    /**
     * Begins a call as {@link #callAsync} does, of a method that the server's revision need not have: what it takes and
     * gives is between those who know it, and is not looked into.
     */
    void callUnknownMethodAsync(RawCall call, RawCallback end);

    /** As {@link #server}, when there is a connection; else null. It waits for nothing. */
    @Nullable ServerInfo currentServer();

    /**
     * As {@link #getTool}, when the server has listed its tools. It waits for nothing.
     *
     * @param taker told the tool, or null when there is none
     * @return whether that is known; if not, nothing is told
     */
    boolean tryGetTool(String name, Consumer<@Nullable Tool> taker);

    /** Sends a notification of a session; a server without sessions is told nothing. */
    void sendNotification(NotificationType<?> type, Json params);

    /**
     * Subscribes to changes, in the way of the server's revision, until the subscription is closed.
     *
     * @param owner handed to the {@link RawHandler} with what comes of it, where the revision tells (2026-07-28)
     * @param over run when it is over, whoever ended it
     */
    Subscription subscribe(SubscriptionFilter filter, Object owner, Runnable over);

    /** The tool of that name as the server lists it, which is asked if it has not said yet; null when there is none. */
    @Nullable Tool getTool(String name);

    /** Ends it: what waits fails, and the connection is closed. */
    @Override
    void close();
}
