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
final class Events implements AutoCloseable {
    private final HttpResponse<InputStream> response;
    private final Queue<SseEvent> ready = new ArrayDeque<>();
    private final SseReader reader = new SseReader(4 << 20, new SseReader.SseListener() {
        @Override
        public void onEvent(SseEvent event) {
            ready.add(event);
        }

        @Override
        public void onOversizedEvent() {
            throw new AssertionError("too large");
        }
    });
    private final byte[] buffer = new byte[8192];

    Events(HttpResponse<InputStream> response) {
        this.response = response;
    }

    HttpResponse<InputStream> response() {
        return response;
    }

    /** Returns the next event; fails if the stream has ended. */
    SseEvent next() {
        SseEvent event = nextOrEnd();
        if (event == null) {
            throw new AssertionError("The stream has ended");
        }
        return event;
    }

    /** Returns the data of the next event that has any. */
    String message() {
        SseEvent event = next();
        while (!event.hasNonEmptyData()) {
            event = next();
        }
        return text(event);
    }

    /** Returns the data of all events until the stream ends. */
    List<String> messages() {
        List<String> all = new ArrayList<>();
        for (SseEvent event = nextOrEnd(); event != null; event = nextOrEnd()) {
            if (event.hasNonEmptyData()) {
                all.add(text(event));
            }
        }
        return all;
    }

    static String text(SseEvent event) {
        return new String(event.data(), StandardCharsets.UTF_8);
    }

    private SseEvent nextOrEnd() {
        try {
            while (ready.isEmpty()) {
                int count = response.body().read(buffer);
                if (count < 0) {
                    return null;
                }
                reader.feed(buffer, 0, count);
            }
            return ready.remove();
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
