package dev.tenon.http.embedded.internal;

import dev.tenon.http.AsyncHttpClient;
import dev.tenon.http.HttpCall;
import dev.tenon.http.HttpResponseHandler;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;

/**
 * Sends HTTP/1.1 requests on one event loop, which alone touches it. A request that must not be repeated takes a kept connection only
 * to a server that is known to keep them, and only for half a second after the last answer on it; else it has a new one.
 */
final class EventLoopHttpClient implements AsyncHttpClient {
    private static final int MOST_UNDER_WAY = 256;
    private static final int FIRST_LINE_BYTES = 8 << 10;
    private static final int HEAD_BYTES = 128 << 10;
    private static final int CHUNK_BYTES = 64 << 10;
    private static final int MOST_SERVERS = 1000;
    private static final long SWEEP_MS = 1000;

    private final Vertx vertx;
    private final Context context;
    private final HttpClientAgent library;
    private final Map<InetSocketAddress, KeptConnections> servers = new HashMap<>();
    private final long sweeper;
    private int underWay;

    EventLoopHttpClient(Vertx vertx) {
        this.vertx = vertx;
        this.context = vertx.getOrCreateContext();
        this.library = vertx.createHttpClient(new HttpClientOptions()
                .setMaxInitialLineLength(FIRST_LINE_BYTES)
                .setMaxHeaderSize(HEAD_BYTES)
                .setMaxChunkSize(CHUNK_BYTES));
        this.sweeper = vertx.setPeriodic(SWEEP_MS, timer -> servers.values().forEach(KeptConnections::sweep));
    }

    @Override
    public boolean hasRoom() {
        return underWay < MOST_UNDER_WAY;
    }

    @Override
    public HttpCall send(Request request, HttpResponseHandler handler) {
        underWay++;
        EventLoopHttpCall call = new EventLoopHttpCall(this, request, handler);
        call.start(request.repeatable());
        return call;
    }

    Context context() {
        return context;
    }

    HttpClientAgent library() {
        return library;
    }

    /** The connections to a server, for a call that {@link #ended ends} later. */
    KeptConnections connections(InetSocketAddress server) {
        if (servers.size() >= MOST_SERVERS) {
            servers.values().removeIf(KeptConnections::isUnused);
        }
        KeptConnections connections = servers.computeIfAbsent(server, added -> new KeptConnections());
        connections.begin();
        return connections;
    }

    void ended(KeptConnections connections) {
        connections.end();
        underWay--;
    }

    void close() {
        vertx.cancelTimer(sweeper);
        servers.values().forEach(KeptConnections::close);
        var unused = library.close();
    }
}
