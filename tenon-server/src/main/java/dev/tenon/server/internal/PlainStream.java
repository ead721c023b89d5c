package dev.tenon.server.internal;

import dev.tenon.http.SseEvent;
import dev.tenon.http.SseWriter;

/** The stream of a stateless request: no event ids, since nothing can be resumed (2026-07-28, streamable-http). */
final class PlainStream implements MessageStream {
    private final BoundedStream sink;

    PlainStream(BoundedStream sink) {
        this.sink = sink;
    }

    @Override
    public void send(byte[] message, boolean patient) {
        sink.send(SseWriter.write(SseEvent.of(message)), patient);
    }

    @Override
    public boolean hasRoom(int size) {
        // A few bytes more for the name of the field.
        return sink.hasRoomFor(size + 16);
    }

    @Override
    public void finish() {
        sink.end();
    }
}
