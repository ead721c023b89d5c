package dev.tenon.http.embedded.internal;

import dev.tenon.http.AsyncHttpClient;
import dev.tenon.http.HttpCall;
import dev.tenon.http.HttpResponseHandler;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.PoolOptions;
import java.net.InetSocketAddress;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * Sends HTTP/1.1 requests on one event loop, which alone touches it. A request that must not be repeated takes a kept connection only
 * to a server that has answered on one before, and at most some two seconds after that; else it has a connection of its own.
 */
final class EventLoopHttpClient implements AsyncHttpClient {
    private static final int MOST_UNDER_WAY = 256;
    private static final int FIRST_LINE_BYTES = 8 << 10;
    private static final int HEAD_BYTES = 128 << 10;
    private static final int CHUNK_BYTES = 64 << 10;
    /** How long a connection is kept that is not used. Servers keep them longer, those that keep them at all. */
    private static final int KEPT_SECONDS = 1;

    private static final int MOST_SERVERS = 1000;

    private final Context context;
    private final HttpClient keeping;
    private final HttpClient closing;
    /** The kept connections on which a response has come. */
    private final Set<HttpConnection> used = Collections.newSetFromMap(new IdentityHashMap<>());
    /** Servers that have answered on a connection that was used before. */
    private final Set<InetSocketAddress> keepers = new HashSet<>();

    private int underWay;

    EventLoopHttpClient(Vertx vertx) {
        this.context = vertx.getOrCreateContext();
        this.keeping = create(vertx, true);
        this.closing = create(vertx, false);
    }

    private static HttpClient create(Vertx vertx, boolean keepAlive) {
        HttpClientOptions options = new HttpClientOptions()
                .setKeepAlive(keepAlive)
                .setKeepAliveTimeout(KEPT_SECONDS)
                .setMaxInitialLineLength(FIRST_LINE_BYTES)
                .setMaxHeaderSize(HEAD_BYTES)
                .setMaxChunkSize(CHUNK_BYTES);
        PoolOptions pool = new PoolOptions().setHttp1MaxSize(MOST_UNDER_WAY);
        return vertx.createHttpClient(options, pool);
    }

    @Override
    public boolean hasRoom() {
        return underWay < MOST_UNDER_WAY;
    }

    @Override
    public HttpCall send(Request request, HttpResponseHandler handler) {
        underWay++;
        EventLoopHttpCall call = new EventLoopHttpCall(this, context, request, handler);
        call.start(request.repeatable() || keepers.contains(request.address()));
        return call;
    }

    /** The library's client whose connections are kept or not. */
    HttpClient client(boolean kept) {
        return kept ? keeping : closing;
    }

    /** Whether a response has come on this connection before. */
    boolean isUsed(HttpConnection connection) {
        return used.contains(connection);
    }

    /** A response has come on this connection. */
    void answered(InetSocketAddress server, HttpConnection connection) {
        if (used.add(connection)) {
            connection.closeHandler(closed -> used.remove(connection));
        } else if (keepers.size() < MOST_SERVERS) {
            keepers.add(server);
        }
    }

    /** A kept connection to this server was closed when it was to be used. */
    void lost(InetSocketAddress server) {
        keepers.remove(server);
    }

    void ended() {
        underWay--;
    }

    void close() {
        var unused = Future.all(keeping.close(), closing.close());
    }
}
