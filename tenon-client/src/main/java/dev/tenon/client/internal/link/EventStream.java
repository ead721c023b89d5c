package dev.tenon.client.internal.link;

import dev.tenon.http.SseReader;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Reads the events of a response as they come; the next piece is read when the last one has been dealt with. */
final class EventStream {
    private static final int PIECE = 8 << 10;

    private EventStream() {}

    /**
     * Reads to the end of the stream.
     *
     * @param comeback told how long it lasted
     * @return what broke it off, or null when it ended in order
     */
    static @Nullable IOException read(HttpAnswer answer, int maxBytes, SseReader.Handler handler, Comeback comeback) {
        long start = System.nanoTime();
        IOException broke = read(answer, maxBytes, handler);
        comeback.lasted(Duration.ofNanos(System.nanoTime() - start));
        return broke;
    }

    /** As the other, for a stream that is not taken up again. */
    static @Nullable IOException read(HttpAnswer answer, int maxBytes, SseReader.Handler handler) {
        SseReader reader = new SseReader(maxBytes, handler);
        byte[] piece = new byte[PIECE];
        try (InputStream body = answer.body()) {
            for (int length = body.read(piece); length >= 0; length = body.read(piece)) {
                reader.read(piece, 0, length);
            }
            return null;
        } catch (IOException e) {
            return e;
        }
    }
}
