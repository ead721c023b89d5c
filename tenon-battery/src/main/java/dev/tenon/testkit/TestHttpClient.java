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

/** HTTP as the doors need it: bytes there, bytes back. */
final class TestHttpClient {
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final int LARGEST_EVENT = 16 << 20;

    private TestHttpClient() {}

    /** Sends a request and waits for the whole answer; a refusal on the level of HTTP is an answer too. */
    static HttpResponse<byte[]> send(HttpRequest.Builder request) {
        try {
            return CLIENT.send(
                    request.timeout(Duration.ofSeconds(ChannelTestConnection.TIMEOUT_SECONDS))
                            .build(),
                    HttpResponse.BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw new AssertionError("No HTTP answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("Interrupted", e);
        }
    }

    /** Opens a stream, which stays open. */
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

    /** The messages in an answer, which is one message, nothing, or a stream of them. */
    static List<byte[]> readMessages(HttpResponse<byte[]> response) {
        List<byte[]> messages = new ArrayList<>();
        String type = response.headers().firstValue("Content-Type").orElse("");
        if (type.startsWith("text/event-stream")) {
            createSseReader((name, data) -> messages.add(data)).feed(response.body(), 0, response.body().length);
        } else if (response.body().length > 0) {
            if (!type.startsWith("application/json")) {
                throw new AssertionError("An answer of the type " + type + " is no message");
            }
            messages.add(response.body());
        }
        return messages;
    }

    /** Takes the name and the data of an event. */
    interface SseEventListener {
        void onEvent(@Nullable String name, byte[] data);
    }

    /** A reader of a stream that hands on the events with data. */
    static SseReader createSseReader(SseEventListener events) {
        return new SseReader(LARGEST_EVENT, new SseReader.SseListener() {
            @Override
            public void onEvent(SseEvent event) {
                byte[] data = event.data();
                if (data != null && data.length > 0) {
                    events.onEvent(event.name(), data);
                }
            }

            @Override
            public void onOversizedEvent() {
                throw new AssertionError("An event of the server is too large");
            }
        });
    }
}
