package dev.tenon.http.embedded.internal.client;

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
 * Sends HTTP/1.1 requests on one event loop, which alone uses it. A request that must not be repeated uses a kept
 * connection only if the server is known to keep connections, and only for half a second after the last response on it;
 * otherwise it gets a new one.
 */
final class EventLoopHttpClient implements AsyncHttpClient {
    private static final int MAX_ACTIVE_CALLS = 256;
    private static final int MAX_FIRST_LINE_BYTES = 8 << 10;
    private static final int MAX_HEAD_BYTES = 128 << 10;
    private static final int MAX_CHUNK_BYTES = 64 << 10;
    private static final int MAX_SERVERS = 1000;
    private static final long SWEEP_MS = 1000;

    private final Vertx vertx;
    private final Context context;
    private final HttpClientAgent vertxClient;
    private final Map<InetSocketAddress, IdleConnectionPool> pools = new HashMap<>();
    private final long sweeper;
    private int activeCalls;

    EventLoopHttpClient(Vertx vertx) {
        this.vertx = vertx;
        this.context = vertx.getOrCreateContext();
        this.vertxClient = vertx.createHttpClient(new HttpClientOptions()
                .setMaxInitialLineLength(MAX_FIRST_LINE_BYTES)
                .setMaxHeaderSize(MAX_HEAD_BYTES)
                .setMaxChunkSize(MAX_CHUNK_BYTES));
        this.sweeper = vertx.setPeriodic(SWEEP_MS, timer -> pools.values().forEach(IdleConnectionPool::closeExpired));
    }

    @Override
    public boolean canSend() {
        return activeCalls < MAX_ACTIVE_CALLS;
    }

    @Override
    public HttpCall send(AsyncHttpRequest request, HttpResponseHandler handler) {
        activeCalls++;
        EventLoopHttpCall call = new EventLoopHttpCall(this, request, handler);
        call.start();
        return call;
    }

    Context context() {
        return context;
    }

    HttpClientAgent vertxClient() {
        return vertxClient;
    }

    /** Returns the connections to a server for a call, at whose end {@link #onCallEnd} must be called. */
    IdleConnectionPool acquirePool(InetSocketAddress server) {
        if (pools.size() >= MAX_SERVERS) {
            pools.values().removeIf(IdleConnectionPool::isUnused);
        }
        IdleConnectionPool connections = pools.computeIfAbsent(server, newServer -> new IdleConnectionPool());
        connections.onCallStart();
        return connections;
    }

    void onCallEnd(IdleConnectionPool connections) {
        connections.onCallEnd();
        activeCalls--;
    }

    void close() {
        vertx.cancelTimer(sweeper);
        pools.values().forEach(IdleConnectionPool::close);
        var unused = vertxClient.close();
    }
}
