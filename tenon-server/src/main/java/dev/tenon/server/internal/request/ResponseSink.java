package dev.tenon.server.internal.request;

import dev.tenon.jsonrpc.JsonRpcMessage;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.Response;
import java.util.Set;

/** Where the messages that belong to one request go: its HTTP answer, or the connection it came on. */
public interface ResponseSink {
    /**
     * Sends a notification that belongs to the request, before the reply, or on a session a question to the client.
     * Waits for room as long as the client reads.
     */
    void send(JsonRpcMessage message);

    /** Sends a notification without waiting; false when there is no room, and nothing has happened. */
    boolean trySendNotification(Notification notification);

    /** Runs an action once, when there may be room again, or the client has gone. */
    void onWritable(Runnable action);

    /**
     * The reply that follows is a refusal of a caller who lacks some of these scopes. Where the request has an HTTP
     * answer of its own, that says so too.
     */
    default void markForbidden(Set<String> needed) {}

    /** Sends the reply. Never waits: replies are bounded by the requests that were taken in. */
    void sendResponse(Response response);

    /** The request was cancelled by the client: nothing more is sent. */
    void abandon();
}
