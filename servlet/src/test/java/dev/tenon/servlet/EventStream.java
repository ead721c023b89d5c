package dev.tenon.servlet;

import dev.tenon.http.SseEvent;
import dev.tenon.http.SseReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** The events of a response, read on request. */
final class EventStream implements AutoCloseable {
    private final HttpResponse<InputStream> response;
    private final Queue<SseEvent> parsedEvents = new ArrayDeque<>();
    private final SseReader reader = new SseReader(4 << 20, new SseReader.SseListener() {
        @Override
        public void onEvent(SseEvent event) {
            parsedEvents.add(event);
        }

        @Override
        public void onOversizedEvent() {
            throw new AssertionError("too large");
        }
    });
    private final byte[] buffer = new byte[8192];

    EventStream(HttpResponse<InputStream> response) {
        this.response = response;
    }

    HttpResponse<InputStream> response() {
        return response;
    }

    /** Returns the next event; fails if the stream has ended. */
    SseEvent next() {
        SseEvent event = nextOrNull();
        if (event == null) {
            throw new AssertionError("The stream has ended");
        }
        return event;
    }

    /** Returns the data of the next event that has any. */
    String nextMessage() {
        SseEvent event = next();
        while (!event.hasNonEmptyData()) {
            event = next();
        }
        return text(event);
    }

    /** Returns the data of all events until the stream ends. */
    List<String> readRemaining() {
        List<String> messages = new ArrayList<>();
        for (SseEvent event = nextOrNull(); event != null; event = nextOrNull()) {
            if (event.hasNonEmptyData()) {
                messages.add(text(event));
            }
        }
        return messages;
    }

    static String text(SseEvent event) {
        return new String(event.data(), StandardCharsets.UTF_8);
    }

    private SseEvent nextOrNull() {
        try {
            while (parsedEvents.isEmpty()) {
                int count = response.body().read(buffer);
                if (count < 0) {
                    return null;
                }
                reader.feed(buffer, 0, count);
            }
            return parsedEvents.remove();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Closes the connection. */
    @Override
    public void close() {
        try {
            response.body().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
