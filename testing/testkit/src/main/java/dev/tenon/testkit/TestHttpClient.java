package dev.tenon.testkit;

import dev.tenon.http.SseEvent;
import dev.tenon.http.SseReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sends HTTP requests with arbitrary bytes. */
final class TestHttpClient {
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final int MAX_EVENT_BYTES = 16 << 20;

    private TestHttpClient() {}

    /** Sends a request and waits for the whole response; error statuses are returned as well. */
    static HttpResponse<byte[]> send(HttpRequest.Builder request) {
        try {
            return CLIENT.send(
                    request.timeout(Duration.ofSeconds(ChannelTestConnection.TIMEOUT_SECONDS))
                            .build(),
                    HttpResponse.BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw new AssertionError("No HTTP response", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("Interrupted", e);
        }
    }

    /** Opens a response stream, which stays open. */
    static InputStream openStream(HttpRequest.Builder request) {
        try {
            return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofInputStream())
                    .body();
        } catch (IOException e) {
            throw new AssertionError("No stream", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("Interrupted", e);
        }
    }

    /** Returns the messages in a response: none, a single one, or those of an event stream. */
    static List<byte[]> readMessages(HttpResponse<byte[]> response) {
        List<byte[]> messages = new ArrayList<>();
        String type = response.headers().firstValue("Content-Type").orElse("");
        if (type.startsWith("text/event-stream")) {
            createSseReader((name, data) -> messages.add(data)).feed(response.body(), 0, response.body().length);
        } else if (response.body().length > 0) {
            if (!type.startsWith("application/json")) {
                throw new AssertionError("Unexpected content type of a response: " + type);
            }
            messages.add(response.body());
        }
        return messages;
    }

    /** Receives the name and the data of events. */
    interface SseEventListener {
        void onEvent(@Nullable String name, byte[] data);
    }

    /** Creates a reader that delivers events with data. */
    static SseReader createSseReader(SseEventListener listener) {
        return new SseReader(MAX_EVENT_BYTES, new SseReader.SseListener() {
            @Override
            public void onEvent(SseEvent event) {
                byte[] data = event.data();
                if (data != null && data.length > 0) {
                    listener.onEvent(event.name(), data);
                }
            }

            @Override
            public void onOversizedEvent() {
                throw new AssertionError("The server sent an event that is too large");
            }
        });
    }
}
