package dev.tenon.server.internal;

import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.Response;
import java.util.Set;

/** Where the messages that belong to one request go: its HTTP answer, or the connection it came on. */
interface Exchange {
    /** Sends a notification that belongs to the request, before the reply. May wait for a slow reader. */
    void notify(Notification notification);

    /** Sends a notification without waiting for a slow reader, who is cut off instead. */
    void offer(Notification notification);

    /** Sends a question to the client; only on a session. */
    void ask(Request question);

    /**
     * The reply that follows is a refusal of a caller who lacks some of these scopes. Where the request has an HTTP answer of
     * its own, that says so too.
     */
    default void forbid(Set<String> needed) {}

    /** Sends the reply. */
    void reply(Response response);

    /**
     * As the other, without waiting for a slow reader.
     *
     * @return false when that is not possible, and nothing has happened
     */
    default boolean replyNow(Response response) {
        return false;
    }

    /** The request was cancelled by the client: nothing more is sent. */
    void abandon();
}
