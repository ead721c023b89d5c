package dev.tenon.http.embedded.internal.client;

import dev.tenon.http.AsyncHttpClient.AsyncHttpRequest;
import dev.tenon.http.HttpCall;
import dev.tenon.http.HttpResponseHandler;
import dev.tenon.http.embedded.internal.AsciiHeaderNames;
import dev.tenon.http.embedded.internal.client.IdleConnectionPool.PooledConnection;
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

/**
 * One request and its response. Confined to its event loop; the methods of {@link HttpCall} can be called on any
 * thread.
 */
final class EventLoopHttpCall implements HttpCall {
    private static final int HTTP_PORT = 80;

    private final EventLoopHttpClient client;
    private final AsyncHttpRequest request;
    private final IdleConnectionPool connections;
    private final HttpResponseHandler handler;
    private @Nullable PooledConnection connection;
    private @Nullable HttpClientRequest sentRequest;
    private @Nullable HttpClientResponse response;
    private HttpResponseHandler.@Nullable BodyListener body;
    /** Whether the server may have received some of the request. */
    private boolean requestWritten;

    private boolean ended;

    EventLoopHttpCall(EventLoopHttpClient client, AsyncHttpRequest request, HttpResponseHandler handler) {
        this.client = client;
        this.request = request;
        this.connections = client.acquirePool(Objects.requireNonNull(request.address()));
        this.handler = handler;
    }

    /** Sends the request, on an idle connection if there is one that suffices. */
    void start() {
        PooledConnection pooled = connections.tryAcquire(request.repeatable());
        if (pooled == null) {
            connect();
        } else {
            useConnection(pooled);
        }
    }

    private void connect() {
        URI uri = request.uri();
        HttpConnectOptions options = new HttpConnectOptions()
                .setServer(SocketAddress.inetSocketAddress(request.address()))
                .setHost(uri.getHost())
                .setPort(port(uri))
                .setConnectTimeout(Math.max(1, request.connectTimeout().toMillis()));
        client.vertxClient()
                .connect(options)
                .onComplete(
                        established -> useConnection(connections.wrapNewConnection(established)),
                        this::onConnectFailure);
    }

    private static int port(URI uri) {
        return uri.getPort() < 0 ? HTTP_PORT : uri.getPort();
    }

    private void useConnection(PooledConnection pooled) {
        if (ended) {
            pooled.close();
            return;
        }
        connection = pooled;
        URI uri = request.uri();
        String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.valueOf(request.method()))
                .setHost(uri.getHost())
                .setPort(port(uri))
                .setURI(uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery());
        pooled.vertxConnection()
                .request(options)
                .onComplete(
                        clientRequest -> sendRequest(clientRequest, pooled), failure -> retryOrFail(failure, pooled));
    }

    private void sendRequest(HttpClientRequest clientRequest, PooledConnection current) {
        if (ended) {
            current.close();
            return;
        }
        sentRequest = clientRequest;
        request.headers().forEach((name, value) -> clientRequest.headers().add(AsciiHeaderNames.of(name), value));
        clientRequest
                .response()
                .onComplete(responseHead -> onHead(responseHead, current), failure -> retryOrFail(failure, current));
        // Sent together with the other writes of this turn of the event loop: together they wake the server once.
        client.context().runOnContext(nothing -> writeRequest(clientRequest, current));
    }

    private void writeRequest(HttpClientRequest clientRequest, PooledConnection current) {
        if (ended) {
            current.close();
        } else if (connection == current) {
            requestWritten = true;
            byte[] bytes = request.body();
            var unused = bytes.length == 0
                    ? clientRequest.end()
                    : clientRequest.end(BufferInternal.buffer(Unpooled.wrappedBuffer(bytes)));
        }
    }

    private void onConnectFailure(Throwable failure) {
        if (tryEnd()) {
            handler.onFailure(
                    failure instanceof ConnectException known
                            ? known
                            : (ConnectException)
                                    new ConnectException(String.valueOf(failure.getMessage())).initCause(failure));
        }
    }

    private void onHead(HttpClientResponse responseHead, PooledConnection current) {
        if (ended) {
            return;
        }
        response = responseHead;
        HttpResponseHandler.BodyListener listener = handler.onHead(
                new HttpResponseHandler.ResponseHead(
                        responseHead.statusCode(),
                        name -> responseHead.headers().getAll(AsciiHeaderNames.of(name)),
                        () -> copyHeaders(responseHead)),
                this);
        body = listener;
        responseHead.exceptionHandler(failure -> retryOrFail(failure, current));
        responseHead.handler(piece -> {
            if (!ended) {
                listener.onData(piece.getBytes());
            }
        });
        responseHead.endHandler(nothing -> {
            if (tryEnd()) {
                releaseConnection(responseHead, current);
                listener.onEnd();
            }
        });
    }

    private void releaseConnection(HttpClientResponse ended, PooledConnection pooled) {
        if (ended.version() == HttpVersion.HTTP_1_0
                || HttpHeaders.CLOSE.toString().equalsIgnoreCase(ended.getHeader(HttpHeaders.CONNECTION))) {
            pooled.close();
        } else {
            connections.release(pooled);
        }
    }

    private static Map<String, List<String>> copyHeaders(HttpClientResponse response) {
        Map<String, List<String>> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        response.headers()
                .names()
                .forEach(name -> all.put(name, response.headers().getAll(name)));
        return new HashMap<>(all);
    }

    /** Called when the connection has failed or its data is not valid HTTP. */
    private void retryOrFail(Throwable failure, PooledConnection current) {
        if (ended || connection != current) {
            return;
        }
        current.close();
        boolean closed = current.isUsed() && response == null;
        if (closed) {
            connections.onUnexpectedClose();
        }
        if (closed && (request.repeatable() || !requestWritten)) {
            connection = null;
            connect();
        } else if (tryEnd()) {
            IOException exception = failure instanceof IOException known
                    ? known
                    : new IOException(String.valueOf(failure.getMessage()), failure);
            if (body == null) {
                handler.onFailure(exception);
            } else {
                body.onFailure(exception);
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
            HttpClientRequest pending = sentRequest;
            if (tryEnd() && pending != null) {
                pending.reset();
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
