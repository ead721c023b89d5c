package dev.tenon.server.internal.http;

import dev.tenon.http.SseEvent;
import dev.tenon.http.SseWriter;

/**
 * The stream of a stateless request; its events have no ids, because it cannot be resumed (2026-07-28,
 * streamable-http).
 */
record StatelessSseStream(BackpressuredStream stream) implements SseMessageStream {
    @Override
    public void send(byte[] message) {
        stream.awaitWritableOrDisconnect();
        enqueueEvenIfFull(message);
    }

    @Override
    public boolean trySend(byte[] message) {
        byte[] event = encodeEvent(message);
        return stream.hasCapacity(event.length) && (stream.enqueueEvenIfFull(event) || !stream.isOpen());
    }

    @Override
    public void enqueueEvenIfFull(byte[] message) {
        stream.enqueueEvenIfFull(encodeEvent(message));
    }

    private static byte[] encodeEvent(byte[] message) {
        return SseWriter.write(SseEvent.of(message));
    }

    @Override
    public void onWritable(Runnable action) {
        stream.onWritable(action);
    }

    @Override
    public void finish() {
        stream.end();
    }
}
