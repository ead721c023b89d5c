package dev.tenon.server.internal;

import dev.tenon.jsonrpc.Message;
import dev.tenon.jsonrpc.MessageWriter;
import dev.tenon.jsonrpc.Notification;

/** The stream of a session that a client opens by GET; messages wait for it within the bounds of the event store. */
final class HttpOutlet implements Outlet {
    private final EventStore store;
    private final SessionStream stream;

    HttpOutlet(EventStore store) {
        this.store = store;
        this.stream = store.create();
    }

    EventStore store() {
        return store;
    }

    /** Connects the client's GET; the reader before, if any, is sent away, since no message goes out twice. */
    void attend(BoundedStream reader) {
        stream.attend(reader);
    }

    @Override
    public void enqueue(Message message) {
        stream.enqueue(MessageWriter.write(message));
    }

    @Override
    public boolean trySend(Notification notification) {
        return stream.trySend(MessageWriter.write(notification));
    }

    @Override
    public boolean keep(Notification notification) {
        boolean keeps = !stream.isAttended();
        if (keeps) {
            enqueue(notification);
        }
        return keeps;
    }

    @Override
    public void onWritable(Runnable action) {
        stream.onWritable(action);
    }

    @Override
    public void disconnect() {
        stream.disconnect();
    }

    @Override
    public boolean isAttended() {
        return stream.isAttended();
    }

    @Override
    public void sweep() {
        store.sweep();
    }

    @Override
    public void close() {
        store.close();
    }
}
