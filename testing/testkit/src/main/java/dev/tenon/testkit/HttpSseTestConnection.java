package dev.tenon.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.http.SseReader;
import dev.tenon.model.Revision;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A connection over HTTP+SSE, the transport of 2024-11-05. */
public final class HttpSseTestConnection extends ChannelTestConnection {
    private final CompletableFuture<URI> endpoint = new CompletableFuture<>();
    private final InputStream stream;

    /** Opens the event stream at an address and a session on it. */
    public HttpSseTestConnection(URI uri, Revision revision) {
        super("http+sse", TransportKind.HTTP_SSE, revision);
        stream = TestHttpClient.openStream(HttpRequest.newBuilder(uri).header("Accept", "text/event-stream"));
        Thread reader = new Thread(() -> readEvents(uri), "battery-sse");
        reader.setDaemon(true);
        reader.start();
        openSession();
    }

    private void readEvents(URI uri) {
        SseReader events = TestHttpClient.createSseReader((name, data) -> onEvent(uri, name, data));
        byte[] bytes = new byte[1 << 16];
        try {
            for (int count = stream.read(bytes); count >= 0; count = stream.read(bytes)) {
                events.feed(bytes, 0, count);
            }
        } catch (IOException e) {
            // The stream has ended; waiting threads notice below.
        } finally {
            markEnded();
        }
    }

    private void onEvent(URI uri, @Nullable String name, byte[] data) {
        if ("endpoint".equals(name)) {
            endpoint.complete(uri.resolve(new String(data, UTF_8)));
        } else {
            addReceived(data);
        }
    }

    @Override
    ReceivedMessages writeMessage(byte[] message) {
        HttpResponse<byte[]> response = TestHttpClient.send(HttpRequest.newBuilder(endpoint.join())
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(message)));
        return new ReceivedMessages(response.statusCode(), TestHttpClient.readMessages(response), List.of());
    }

    @Override
    public void close() {
        try {
            stream.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
