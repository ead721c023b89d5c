package dev.tenon.testkit;

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
public final class HttpTestConnection implements TestConnection {
    private final TestTarget place;
    private final URI uri;
    private final @Nullable String session;

    /**
     * Opens a session at that endpoint, if the revision has them.
     *
     * @param transport the name of what serves there
     */
    public HttpTestConnection(String transport, URI uri, Revision revision) {
        this.place = new TestTarget(transport, TransportKind.HTTP, revision);
        this.uri = uri;
        if (revision.isStateless()) {
            session = null;
            return;
        }
        HttpResponse<byte[]> opened = TestHttpClient.send(createPost(TestRequests.initialize(revision)));
        session = opened.headers()
                .firstValue("Mcp-Session-Id")
                .orElseThrow(() -> new AssertionError(place + ": no session: " + new String(opened.body(), UTF_8)));
        TestHttpClient.send(withSessionHeaders(createPost(TestRequests.initialized())));
    }

    private HttpRequest.Builder createPost(byte[] body) {
        return HttpRequest.newBuilder(uri)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body));
    }

    private HttpRequest.Builder withSessionHeaders(HttpRequest.Builder request) {
        if (session != null) {
            request.header("Mcp-Session-Id", session);
        }
        if (place.revision().hasVersionHeader()) {
            request.header("MCP-Protocol-Version", place.revision().wireName());
        }
        return request;
    }

    private ReceivedMessages postMessage(byte[] message) {
        HttpRequest.Builder request = createPost(message);
        if (place.revision().isStateless()) {
            RequestHeaderMirror.of(message).forEach(request::header);
        } else {
            withSessionHeaders(request);
        }
        HttpResponse<byte[]> response = TestHttpClient.send(request);
        return new ReceivedMessages(response.statusCode(), TestHttpClient.readMessages(response), List.of());
    }

    @Override
    public TestTarget target() {
        return place;
    }

    @Override
    public ReceivedMessages send(byte[] message, int answers) {
        ReceivedMessages heard = postMessage(message);
        ReceivedMessages after =
                postMessage(TestRequests.request(place.revision(), TestRequests.freshId(), "tools/list", ""));
        if (after.status() != 200 || !after.toString().contains("\"tools\"")) {
            throw new AssertionError(place + ": the next request was refused: " + after);
        }
        return heard;
    }

    @Override
    public PendingResponse sendAsync(byte[] request) {
        CompletableFuture<ReceivedMessages> answer = CompletableFuture.supplyAsync(
                () -> postMessage(request), task -> new Thread(task, "battery-http").start());
        return () -> {
            try {
                return answer.get(ChannelTestConnection.TIMEOUT_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException | ExecutionException | TimeoutException e) {
                throw new AssertionError(place + ": no answer to an earlier request", e);
            }
        };
    }

    @Override
    public void close() {
        if (session != null) {
            TestHttpClient.send(withSessionHeaders(HttpRequest.newBuilder(uri).DELETE()));
        }
    }
}
