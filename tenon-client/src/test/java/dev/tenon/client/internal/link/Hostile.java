package dev.tenon.client.internal.link;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.endpoint.HttpTarget;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.client.internal.transport.MirroredHeaders;
import dev.tenon.client.internal.transport.streamable.StreamableHttpTransport;
import dev.tenon.internal.concurrent.HandlerExecutors;
import dev.tenon.json.JsonLimits;
import dev.tenon.model.Revision;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.function.UnaryOperator;

/** A link to a server that keeps to a script, with small limits. */
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

    /** The result of a request, as a server may send it. */
    static String result(int id) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{}}";
    }

    /** Sends a request that stands for itself, and returns what is told first. */
    Heard.Event modern(int id) throws InterruptedException {
        link.send(Say.modernCall(id, "t", ""), Say.modern("t"));
        return heard.next();
    }

    /** Agrees on a revision with a handshake and a session; the script has to answer both POSTs. */
    void handshake(Revision revision) throws InterruptedException {
        link.send(Say.initialize(revision.wireName()), MirroredHeaders.NONE);
        heard.next("message");
        link.setRevision(revision);
        link.sendInitialized(Say.initialized());
    }

    /** Answers what belongs to a handshake, with a session {@code s1}; false for everything else. */
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
        HandlerExecutors.shutDownAndAwait(threads);
    }
}
