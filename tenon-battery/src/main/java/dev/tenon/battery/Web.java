package dev.tenon.battery;

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
final class Web {
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final int LARGEST_EVENT = 16 << 20;

    private Web() {}

    /** Sends a request and waits for the whole answer; a refusal on the level of HTTP is an answer too. */
    static HttpResponse<byte[]> send(HttpRequest.Builder request) {
        try {
            return CLIENT.send(
                    request.timeout(Duration.ofSeconds(ChannelDoor.PATIENCE_SECONDS))
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
    static InputStream stream(HttpRequest.Builder request) {
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
    static List<byte[]> messages(HttpResponse<byte[]> response) {
        List<byte[]> messages = new ArrayList<>();
        String type = response.headers().firstValue("Content-Type").orElse("");
        if (type.startsWith("text/event-stream")) {
            reader((name, data) -> messages.add(data)).read(response.body(), 0, response.body().length);
        } else if (response.body().length > 0) {
            if (!type.startsWith("application/json")) {
                throw new AssertionError("An answer of the type " + type + " is no message");
            }
            messages.add(response.body());
        }
        return messages;
    }

    /** Takes the name and the data of an event. */
    interface Events {
        void event(@Nullable String name, byte[] data);
    }

    /** A reader of a stream that hands on the events with data. */
    static SseReader reader(Events events) {
        return new SseReader(LARGEST_EVENT, new SseReader.Handler() {
            @Override
            public void event(SseEvent event) {
                byte[] data = event.data();
                if (data != null && data.length > 0) {
                    events.event(event.name(), data);
                }
            }

            @Override
            public void tooLarge() {
                throw new AssertionError("An event of the server is too large");
            }
        });
    }
}
