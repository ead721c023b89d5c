package dev.tenon.battery;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.model.Revision;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** To an endpoint of Streamable HTTP: within a session, or without one where the revision has none. */
public final class HttpDoor implements Door {
    private final Place place;
    private final URI uri;
    private final @Nullable String session;

    /**
     * Opens a session at that endpoint, if the revision has them.
     *
     * @param transport the name of what serves there
     */
    public HttpDoor(String transport, URI uri, Revision revision) {
        this.place = new Place(transport, Carrier.HTTP, revision);
        this.uri = uri;
        if (revision.isStateless()) {
            session = null;
            return;
        }
        HttpResponse<byte[]> opened = Web.send(post(Requests.initialize(revision)));
        session = opened.headers()
                .firstValue("Mcp-Session-Id")
                .orElseThrow(() -> new AssertionError(place + ": no session: " + new String(opened.body(), UTF_8)));
        Web.send(inSession(post(Requests.initialized())));
    }

    private HttpRequest.Builder post(byte[] body) {
        return HttpRequest.newBuilder(uri)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body));
    }

    private HttpRequest.Builder inSession(HttpRequest.Builder request) {
        if (session != null) {
            request.header("Mcp-Session-Id", session);
        }
        if (place.revision().hasVersionHeader()) {
            request.header("MCP-Protocol-Version", place.revision().wireName());
        }
        return request;
    }

    private Heard exchange(byte[] message) {
        HttpRequest.Builder request = post(message);
        if (place.revision().isStateless()) {
            Mirror.of(message).forEach(request::header);
        } else {
            inSession(request);
        }
        HttpResponse<byte[]> response = Web.send(request);
        return new Heard(response.statusCode(), Web.messages(response), List.of());
    }

    @Override
    public Place place() {
        return place;
    }

    @Override
    public Heard send(byte[] message, int answers) {
        Heard heard = exchange(message);
        Heard after = exchange(Requests.request(place.revision(), Requests.freshId(), "tools/list", ""));
        if (after.status() != 200 || !after.toString().contains("\"tools\"")) {
            throw new AssertionError(place + ": the next request was refused: " + after);
        }
        return heard;
    }

    @Override
    public Later begin(byte[] request) {
        CompletableFuture<Heard> answer = CompletableFuture.supplyAsync(
                () -> exchange(request), task -> new Thread(task, "battery-http").start());
        return () -> {
            try {
                return answer.get(ChannelDoor.PATIENCE_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException | ExecutionException | TimeoutException e) {
                throw new AssertionError(place + ": no answer to an earlier request", e);
            }
        };
    }

    @Override
    public void close() {
        if (session != null) {
            Web.send(inSession(HttpRequest.newBuilder(uri).DELETE()));
        }
    }
}
