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

/** A connection over Streamable HTTP: with a session, or without one in a stateless revision. */
public final class HttpTestConnection implements TestConnection {
    private final TestTarget target;
    private final URI uri;
    private final @Nullable String session;

    /**
     * Opens a session at an endpoint, if the revision has sessions.
     *
     * @param transport the name of the server implementation, such as {@code jetty}
     */
    public HttpTestConnection(String transport, URI uri, Revision revision) {
        this.target = new TestTarget(transport, TransportKind.HTTP, revision);
        this.uri = uri;
        if (revision.isStateless()) {
            session = null;
            return;
        }
        HttpResponse<byte[]> opened = TestHttpClient.send(createPost(TestRequests.initialize(revision)));
        session = opened.headers()
                .firstValue("Mcp-Session-Id")
                .orElseThrow(() ->
                        new AssertionError(target + ": could not open a session: " + new String(opened.body(), UTF_8)));
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
        if (target.revision().hasVersionHeader()) {
            request.header("MCP-Protocol-Version", target.revision().wireName());
        }
        return request;
    }

    private ReceivedMessages postMessage(byte[] message) {
        HttpRequest.Builder request = createPost(message);
        if (target.revision().isStateless()) {
            RequestHeaderMirror.of(message).forEach(request::header);
        } else {
            withSessionHeaders(request);
        }
        HttpResponse<byte[]> response = TestHttpClient.send(request);
        return new ReceivedMessages(response.statusCode(), TestHttpClient.readMessages(response), List.of());
    }

    @Override
    public TestTarget target() {
        return target;
    }

    @Override
    public ReceivedMessages send(byte[] message, int responseCount) {
        ReceivedMessages received = postMessage(message);
        ReceivedMessages next =
                postMessage(TestRequests.request(target.revision(), TestRequests.freshId(), "tools/list", ""));
        if (next.status() != 200 || !next.toString().contains("\"tools\"")) {
            throw new AssertionError(target + ": the next request failed: " + next);
        }
        return received;
    }

    @Override
    public PendingResponse sendAsync(byte[] request) {
        CompletableFuture<ReceivedMessages> future = CompletableFuture.supplyAsync(
                () -> postMessage(request), task -> new Thread(task, "battery-http").start());
        return () -> {
            try {
                return future.get(ChannelTestConnection.TIMEOUT_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException | ExecutionException | TimeoutException e) {
                throw new AssertionError(target + ": no response to an earlier request", e);
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
