package dev.tenon.http.embedded.internal.client;

import dev.tenon.http.AsyncHttpClient.AsyncHttpRequest;
import dev.tenon.http.HttpCall;
import dev.tenon.http.HttpResponseHandler;
import io.netty.buffer.Unpooled;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpConnectOptions;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.internal.buffer.BufferInternal;
import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One request and what comes in answer to it. Lives on its event loop; {@link HttpCall} is for every thread. */
final class EventLoopHttpCall implements HttpCall {
    private static final int HTTP_PORT = 80;

    private final EventLoopHttpClient client;
    private final AsyncHttpRequest request;
    private final IdleConnectionPool connections;
    private final HttpResponseHandler handler;
    private IdleConnectionPool.@Nullable PooledConnection connection;
    private @Nullable HttpClientRequest sent;
    private @Nullable HttpClientResponse response;
    private HttpResponseHandler.@Nullable BodyListener body;
    /** Whether the server may have seen some of the request. */
    private boolean requestWritten;

    private boolean ended;

    EventLoopHttpCall(EventLoopHttpClient client, AsyncHttpRequest request, HttpResponseHandler handler) {
        this.client = client;
        this.request = request;
        this.connections = client.acquirePool(Objects.requireNonNull(request.address()));
        this.handler = handler;
    }

    /** Sends the request; {@code mayBeLost} when it is sent again if the connection turns out to be closed. */
    void start(boolean mayBeLost) {
        IdleConnectionPool.PooledConnection kept = connections.tryAcquire(mayBeLost);
        if (kept == null) {
            connect();
        } else {
            useConnection(kept);
        }
    }

    private void connect() {
        URI uri = request.uri();
        HttpConnectOptions options = new HttpConnectOptions()
                .setServer(SocketAddress.inetSocketAddress(request.address()))
                .setHost(uri.getHost())
                .setPort(port(uri))
                .setConnectTimeout(Math.max(1, request.connectTime().toMillis()));
        client.vertxClient()
                .connect(options)
                .onComplete(made -> useConnection(connections.register(made)), this::onConnectFailure);
    }

    private static int port(URI uri) {
        return uri.getPort() < 0 ? HTTP_PORT : uri.getPort();
    }

    private void useConnection(IdleConnectionPool.PooledConnection chosen) {
        if (ended) {
            chosen.close();
            return;
        }
        connection = chosen;
        URI uri = request.uri();
        String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.valueOf(request.method()))
                .setHost(uri.getHost())
                .setPort(port(uri))
                .setURI(uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery());
        chosen.vertxConnection()
                .request(options)
                .onComplete(ready -> sendRequest(ready, chosen), problem -> onConnectionFailure(problem, chosen));
    }

    private void sendRequest(HttpClientRequest ready, IdleConnectionPool.PooledConnection on) {
        if (ended) {
            on.close();
            return;
        }
        sent = ready;
        ready.headers().addAll(request.headers());
        ready.response().onComplete(came -> onHead(came, on), problem -> onConnectionFailure(problem, on));
        // With what else this turn of the event loop sends: together they wake a server once.
        client.context().runOnContext(nothing -> writeRequest(ready, on));
    }

    private void writeRequest(HttpClientRequest ready, IdleConnectionPool.PooledConnection on) {
        if (ended) {
            on.close();
        } else if (connection == on) {
            requestWritten = true;
            byte[] bytes = request.body();
            var unused =
                    bytes.length == 0 ? ready.end() : ready.end(BufferInternal.buffer(Unpooled.wrappedBuffer(bytes)));
        }
    }

    private void onConnectFailure(Throwable problem) {
        if (tryEnd()) {
            handler.onFailure(
                    problem instanceof ConnectException known
                            ? known
                            : (ConnectException)
                                    new ConnectException(String.valueOf(problem.getMessage())).initCause(problem));
        }
    }

    private void onHead(HttpClientResponse came, IdleConnectionPool.PooledConnection on) {
        if (ended) {
            return;
        }
        response = came;
        HttpResponseHandler.BodyListener taker = handler.onHead(
                new HttpResponseHandler.ResponseHead(
                        came.statusCode(), came.headers()::getAll, () -> copyHeaders(came)),
                this);
        body = taker;
        came.exceptionHandler(problem -> onConnectionFailure(problem, on));
        came.handler(piece -> {
            if (!ended) {
                taker.onData(piece.getBytes());
            }
        });
        came.endHandler(nothing -> {
            if (tryEnd()) {
                releaseConnection(came, on);
                taker.onEnd();
            }
        });
    }

    private void releaseConnection(HttpClientResponse ended, IdleConnectionPool.PooledConnection of) {
        boolean closes = ended.version() == HttpVersion.HTTP_1_0
                || HttpHeaders.CLOSE.toString().equalsIgnoreCase(ended.getHeader(HttpHeaders.CONNECTION));
        if (closes) {
            of.close();
        } else {
            connections.release(of);
        }
    }

    private static Map<String, List<String>> copyHeaders(HttpClientResponse response) {
        Map<String, List<String>> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        response.headers()
                .names()
                .forEach(name -> all.put(name, response.headers().getAll(name)));
        return new HashMap<>(all);
    }

    /** The connection is no more, or what came over it is no HTTP. */
    private void onConnectionFailure(Throwable problem, IdleConnectionPool.PooledConnection on) {
        if (ended || connection != on) {
            return;
        }
        on.close();
        boolean closed = on.isUsed() && response == null;
        if (closed) {
            connections.onUnexpectedClose();
        }
        if (closed && (request.repeatable() || !requestWritten)) {
            connection = null;
            connect();
        } else if (tryEnd()) {
            IOException why = problem instanceof IOException known
                    ? known
                    : new IOException(String.valueOf(problem.getMessage()), problem);
            if (body == null) {
                handler.onFailure(why);
            } else {
                body.onFailure(why);
            }
        }
    }

    private boolean tryEnd() {
        if (ended) {
            return false;
        }
        ended = true;
        client.onCallEnd(connections);
        return true;
    }

    @Override
    public void abort() {
        client.context().runOnContext(nothing -> {
            HttpClientRequest cut = sent;
            if (tryEnd() && cut != null) {
                cut.reset();
            }
        });
    }

    @Override
    public void pause() {
        if (response != null) {
            response.pause();
        }
    }

    @Override
    public void resume() {
        client.context().runOnContext(nothing -> {
            if (response != null && !ended) {
                response.resume();
            }
        });
    }
}
