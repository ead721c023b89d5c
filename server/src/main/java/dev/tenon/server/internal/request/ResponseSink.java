package dev.tenon.server.internal.request;

import dev.tenon.jsonrpc.JsonRpcMessage;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.Response;
import java.util.Set;

/** Sends the messages of one request: to its HTTP response, or to its connection. */
public interface ResponseSink {
    /**
     * Sends a notification of the request, before the response, or in a session a request to the client. Waits for
     * capacity while the client reads.
     */
    void send(JsonRpcMessage message);

    /** Sends a notification without waiting; returns false, without effect, if there is no capacity. */
    boolean trySendNotification(Notification notification);

    /** Runs an action once, when there may be capacity again or the client has disconnected. */
    void onWritable(Runnable action);

    /**
     * Marks the following response as a rejection of a caller without these scopes. An HTTP response of its own then
     * reports the missing scopes as well.
     */
    default void markForbidden(Set<String> needed) {}

    /** Sends the response. Never waits: the number of responses is limited by the number of accepted requests. */
    void sendResponse(Response response);

    /** Called when the client has cancelled the request: nothing more is sent. */
    void abandon();
}
