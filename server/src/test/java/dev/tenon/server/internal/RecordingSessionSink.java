package dev.tenon.server.internal;

import dev.tenon.jsonrpc.JsonRpcMessage;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.server.internal.request.SessionSink;
import java.util.ArrayList;
import java.util.List;

/** Records what is sent to the client of a session outside of its requests. */
public final class RecordingSessionSink implements SessionSink {
    private final List<JsonRpcMessage> sent = new ArrayList<>();
    private final List<Runnable> whenWritable = new ArrayList<>();
    private boolean full;
    private boolean reading;
    private int closedCount;
    private int evictionCount;

    public List<JsonRpcMessage> sent() {
        return sent;
    }

    /** Returns the methods of the notifications that were sent. */
    public List<String> methods() {
        return sent.stream().map(message -> ((Notification) message).method()).toList();
    }

    public int closedCount() {
        return closedCount;
    }

    public int evictionCount() {
        return evictionCount;
    }

    /** Sets whether the client reads, so that the session is not idle. */
    public void setReading(boolean reads) {
        reading = reads;
    }

    /** Sets whether the sink is full; runs the actions that wait for capacity. */
    public void setFull(boolean isFull) {
        full = isFull;
        List<Runnable> actions = List.copyOf(whenWritable);
        whenWritable.clear();
        actions.forEach(Runnable::run);
    }

    @Override
    public void enqueue(JsonRpcMessage message) {
        sent.add(message);
    }

    @Override
    public boolean hasReader() {
        return reading;
    }

    @Override
    public void evictStaleEvents() {
        evictionCount++;
    }

    @Override
    public void close() {
        closedCount++;
    }

    @Override
    public boolean trySend(Notification notification) {
        return !full && sent.add(notification);
    }

    @Override
    public void onWritable(Runnable action) {
        whenWritable.add(action);
    }

    @Override
    public void disconnect() {
        closedCount++;
    }
}
