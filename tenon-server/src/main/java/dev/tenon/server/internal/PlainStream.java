package dev.tenon.server.internal;

import dev.tenon.http.SseEvent;
import dev.tenon.http.SseWriter;

/** The stream of a stateless request: no event ids, since nothing can be resumed (2026-07-28, streamable-http). */
record PlainStream(BoundedStream sink) implements MessageStream {
    @Override
    public void send(byte[] message) {
        sink.awaitRoom();
        enqueue(message);
    }

    @Override
    public boolean trySend(byte[] message) {
        byte[] event = event(message);
        return sink.hasRoomFor(event.length) && (sink.enqueue(event) || !sink.isOpen());
    }

    @Override
    public void enqueue(byte[] message) {
        sink.enqueue(event(message));
    }

    private static byte[] event(byte[] message) {
        return SseWriter.write(SseEvent.of(message));
    }

    @Override
    public void onWritable(Runnable action) {
        sink.onWritable(action);
    }

    @Override
    public void finish() {
        sink.end();
    }
}
