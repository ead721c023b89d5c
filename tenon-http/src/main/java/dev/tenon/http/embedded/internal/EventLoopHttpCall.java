package dev.tenon.http.embedded.internal;

import dev.tenon.http.AsyncHttpClient.Request;
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
    private final Request request;
    private final KeptConnections connections;
    private final HttpResponseHandler handler;
    private KeptConnections.@Nullable Kept connection;
    private @Nullable HttpClientRequest sent;
    private @Nullable HttpClientResponse response;
    private HttpResponseHandler.@Nullable Body body;
    /** Whether the server may have seen some of the request. */
    private boolean left;

    private boolean over;

    EventLoopHttpCall(EventLoopHttpClient client, Request request, HttpResponseHandler handler) {
        this.client = client;
        this.request = request;
        this.connections = client.connections(Objects.requireNonNull(request.address()));
        this.handler = handler;
    }

    /** Sends the request; {@code mayBeLost} when it is sent again if the connection turns out to be closed. */
    void start(boolean mayBeLost) {
        KeptConnections.Kept kept = connections.take(mayBeLost);
        if (kept == null) {
            connect();
        } else {
            use(kept);
        }
    }

    private void connect() {
        URI uri = request.uri();
        HttpConnectOptions options = new HttpConnectOptions()
                .setServer(SocketAddress.inetSocketAddress(request.address()))
                .setHost(uri.getHost())
                .setPort(port(uri))
                .setConnectTimeout(Math.max(1, request.connectTime().toMillis()));
        client.library().connect(options).onComplete(made -> use(connections.added(made)), this::notConnected);
    }

    private static int port(URI uri) {
        return uri.getPort() < 0 ? HTTP_PORT : uri.getPort();
    }

    private void use(KeptConnections.Kept chosen) {
        if (over) {
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
        chosen.library().request(options).onComplete(ready -> send(ready, chosen), problem -> broken(problem, chosen));
    }

    private void send(HttpClientRequest ready, KeptConnections.Kept on) {
        if (over) {
            on.close();
            return;
        }
        sent = ready;
        ready.headers().addAll(request.headers());
        ready.response().onComplete(came -> head(came, on), problem -> broken(problem, on));
        // With what else this turn of the event loop sends: together they wake a server once.
        client.context().runOnContext(nothing -> leave(ready, on));
    }

    private void leave(HttpClientRequest ready, KeptConnections.Kept on) {
        if (over) {
            on.close();
        } else if (connection == on) {
            left = true;
            byte[] bytes = request.body();
            var unused =
                    bytes.length == 0 ? ready.end() : ready.end(BufferInternal.buffer(Unpooled.wrappedBuffer(bytes)));
        }
    }

    private void notConnected(Throwable problem) {
        if (end()) {
            handler.failed(
                    problem instanceof ConnectException known
                            ? known
                            : (ConnectException)
                                    new ConnectException(String.valueOf(problem.getMessage())).initCause(problem));
        }
    }

    private void head(HttpClientResponse came, KeptConnections.Kept on) {
        if (over) {
            return;
        }
        response = came;
        HttpResponseHandler.Body taker = handler.head(
                new HttpResponseHandler.Head(came.statusCode(), came.headers()::getAll, () -> all(came)), this);
        body = taker;
        came.exceptionHandler(problem -> broken(problem, on));
        came.handler(piece -> {
            if (!over) {
                taker.data(piece.getBytes());
            }
        });
        came.endHandler(nothing -> {
            if (end()) {
                letGo(came, on);
                taker.end();
            }
        });
    }

    private void letGo(HttpClientResponse ended, KeptConnections.Kept of) {
        boolean closes = ended.version() == HttpVersion.HTTP_1_0
                || HttpHeaders.CLOSE.toString().equalsIgnoreCase(ended.getHeader(HttpHeaders.CONNECTION));
        if (closes) {
            of.close();
        } else {
            connections.giveBack(of);
        }
    }

    private static Map<String, List<String>> all(HttpClientResponse response) {
        Map<String, List<String>> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        response.headers()
                .names()
                .forEach(name -> all.put(name, response.headers().getAll(name)));
        return new HashMap<>(all);
    }

    /** The connection is no more, or what came over it is no HTTP. */
    private void broken(Throwable problem, KeptConnections.Kept on) {
        if (over || connection != on) {
            return;
        }
        on.close();
        boolean closed = on.isUsed() && response == null;
        if (closed) {
            connections.lost();
        }
        if (closed && (request.repeatable() || !left)) {
            connection = null;
            connect();
        } else if (end()) {
            IOException why = problem instanceof IOException known
                    ? known
                    : new IOException(String.valueOf(problem.getMessage()), problem);
            if (body == null) {
                handler.failed(why);
            } else {
                body.failed(why);
            }
        }
    }

    private boolean end() {
        if (over) {
            return false;
        }
        over = true;
        client.ended(connections);
        return true;
    }

    @Override
    public void abort() {
        client.context().runOnContext(nothing -> {
            HttpClientRequest cut = sent;
            if (end() && cut != null) {
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
            if (response != null && !over) {
                response.resume();
            }
        });
    }
}
