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

/** A transport to a server that follows a script, with small limits. */
final class Hostile implements AutoCloseable {
    static final int MAX = 10_000;
    static final ClientLimits LIMITS = ClientLimits.DEFAULT.toBuilder()
            .json(new JsonLimits(MAX, 64, MAX, 100, 1024, 1000))
            .reconnects(3)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    final ExecutorService threads = HandlerExecutors.create();
    final Heard heard = new Heard();
    final Scripted server;
    final StreamableHttpTransport link;

    Hostile(Scripted.Script script) throws IOException {
        this(script, target -> target);
    }

    Hostile(Scripted.Script script, UnaryOperator<HttpTarget> change) throws IOException {
        server = new Scripted(script);
        link = new StreamableHttpTransport(
                change.apply(ServerTarget.http(server.uri("/mcp"))), LIMITS, threads, Inbox.TIMER);
        link.open(heard);
    }

    /** Returns the response to a request. */
    static String result(int id) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{}}";
    }

    /** Sends a stateless request, and returns the first call of the listener. */
    Heard.Event modern(int id) throws InterruptedException {
        link.send(Say.modernCall(id, "t", ""), Say.modern("t"));
        return heard.next();
    }

    /** Performs a handshake with a session; the script has to respond to both POSTs. */
    void handshake(Revision revision) throws InterruptedException {
        link.send(Say.initialize(revision.wireName()), MirroredHeaders.NONE);
        heard.next("message");
        link.setRevision(revision);
        link.sendInitialized(Say.initialized());
    }

    /** Responds to the requests of a handshake, with a session {@code s1}; returns false for everything else. */
    static boolean opens(Scripted.Hit hit, Scripted.Out out) throws IOException {
        if (hit.body().contains("\"initialize\"")) {
            out.answer(200, "Content-Type: application/json\r\nMcp-Session-Id: s1\r\n", result(0));
            return true;
        }
        if (hit.method().equals("POST") && !hit.body().contains("\"id\"")) {
            out.answer(202, "", "");
            return true;
        }
        if (hit.method().equals("DELETE")) {
            out.answer(200, "", "");
            return true;
        }
        return false;
    }

    @Override
    public void close() throws IOException {
        link.close();
        server.close();
        HandlerExecutors.shutDownNowAndAwait(threads);
    }
}
