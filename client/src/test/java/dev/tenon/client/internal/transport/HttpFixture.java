package dev.tenon.client.internal.transport;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.endpoint.HttpTarget;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.client.internal.transport.streamable.StreamableHttpTransport;
import dev.tenon.internal.concurrent.HandlerExecutors;
import dev.tenon.json.JsonLimits;
import dev.tenon.model.Revision;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.function.UnaryOperator;

/** A Streamable HTTP transport with small limits, and the server that it connects to. */
final class HttpFixture implements AutoCloseable {
    static final int MAX_MESSAGE_BYTES = 10_000;
    static final ClientLimits LIMITS = ClientLimits.DEFAULT.toBuilder()
            .json(new JsonLimits(MAX_MESSAGE_BYTES, 64, MAX_MESSAGE_BYTES, 100, 1024, 1000))
            .reconnects(3)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    final ExecutorService threads = HandlerExecutors.create();
    final RecordingListener listener = new RecordingListener();
    final ScriptedHttpServer server;
    final StreamableHttpTransport transport;

    HttpFixture(ScriptedHttpServer.RequestHandler handler) throws IOException {
        this(handler, target -> target);
    }

    HttpFixture(ScriptedHttpServer.RequestHandler handler, UnaryOperator<HttpTarget> change) throws IOException {
        server = new ScriptedHttpServer(handler);
        transport = new StreamableHttpTransport(
                change.apply(ServerTarget.http(server.uri("/mcp"))), LIMITS, threads, RecordingReceiver.TIMER);
        transport.open(listener);
    }

    /** Returns the response to a request. */
    static String createResult(int id) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{}}";
    }

    /** Sends a stateless tool call and returns the first event of the listener. */
    RecordingListener.Event callStateless(int id) throws InterruptedException {
        transport.send(ClientMessages.statelessToolCall(id, "t", ""), ClientMessages.statelessHeaders("t"));
        return listener.nextEvent();
    }

    /** Performs a handshake with a session; the handler must respond to both POSTs. */
    void performHandshake(Revision revision) throws InterruptedException {
        transport.send(ClientMessages.initializeRequest(revision.wireName()), MirroredHeaders.NONE);
        listener.nextEvent("message");
        transport.setRevision(revision);
        transport.sendInitialized(ClientMessages.initializedNotification());
    }

    /** Responds to the requests of a handshake, with a session {@code s1}; returns false for everything else. */
    static boolean handleSessionRequest(
            ScriptedHttpServer.ReceivedRequest request, ScriptedHttpServer.ResponseWriter out) throws IOException {
        if (request.body().contains("\"initialize\"")) {
            out.respond(200, "Content-Type: application/json\r\nMcp-Session-Id: s1\r\n", createResult(0));
            return true;
        }
        if (request.method().equals("POST") && !request.body().contains("\"id\"")) {
            out.respond(202, "", "");
            return true;
        }
        if (request.method().equals("DELETE")) {
            out.respond(200, "", "");
            return true;
        }
        return false;
    }

    @Override
    public void close() throws IOException {
        transport.close();
        server.close();
        HandlerExecutors.shutDownNowAndAwait(threads);
    }
}
