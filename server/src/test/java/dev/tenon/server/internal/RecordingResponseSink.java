package dev.tenon.server.internal;

import dev.tenon.jsonrpc.JsonRpcMessage;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.Response;
import dev.tenon.server.internal.request.ResponseSink;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Records what is sent for a request, in order. Has unlimited capacity unless the test limits it. */
public final class RecordingResponseSink implements ResponseSink {
    private final List<JsonRpcMessage> sent = new ArrayList<>();
    private final List<Runnable> whenWritable = new ArrayList<>();
    private Consumer<JsonRpcMessage> onSend = message -> {};
    private Set<String> forbidden = Set.of();
    private int capacity = Integer.MAX_VALUE;
    private int abandonedCount;

    /** Calls this for each message that is sent, before it is recorded; it can throw. */
    public void onSend(Consumer<JsonRpcMessage> action) {
        onSend = action;
    }

    /** Sets how many notifications are accepted without waiting, and runs the actions that wait for it. */
    public void setCapacity(int notifications) {
        capacity = notifications;
        List<Runnable> actions = List.copyOf(whenWritable);
        whenWritable.clear();
        actions.forEach(Runnable::run);
    }

    /** Returns all messages: notifications, requests to the client and the response. */
    public List<JsonRpcMessage> sent() {
        return sent;
    }

    public List<Response> responses() {
        return sent.stream()
                .filter(Response.class::isInstance)
                .map(Response.class::cast)
                .toList();
    }

    /** Returns the methods of the notifications and requests that were sent. */
    public List<String> methods() {
        return sent.stream()
                .filter(message -> !(message instanceof Response))
                .map(message -> message instanceof Notification notification
                        ? notification.method()
                        : ((Request) message).method())
                .toList();
    }

    public int abandonedCount() {
        return abandonedCount;
    }

    /** Returns the scopes of the last {@code markForbidden}. */
    public Set<String> forbidden() {
        return forbidden;
    }

    @Override
    public void send(JsonRpcMessage message) {
        onSend.accept(message);
        sent.add(message);
    }

    @Override
    public boolean trySendNotification(Notification notification) {
        boolean accepted = capacity > 0;
        if (accepted) {
            capacity--;
            send(notification);
        }
        return accepted;
    }

    @Override
    public void onWritable(Runnable action) {
        whenWritable.add(action);
    }

    @Override
    public void markForbidden(Set<String> needed) {
        forbidden = needed;
    }

    @Override
    public void sendResponse(Response response) {
        send(response);
    }

    @Override
    public void abandon() {
        abandonedCount++;
    }
}
