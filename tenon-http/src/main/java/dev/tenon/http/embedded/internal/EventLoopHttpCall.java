package dev.tenon.http.embedded.internal;

import dev.tenon.http.AsyncHttpClient.Request;
import dev.tenon.http.HttpCall;
import dev.tenon.http.HttpResponseHandler;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
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
    private final Context context;
    private final Request request;
    private final InetSocketAddress server;
    private final HttpResponseHandler handler;
    private boolean kept;
    /** Whether a response has come on the connection before. */
    private boolean used;

    private @Nullable HttpClientRequest sent;
    private @Nullable HttpClientResponse response;
    private HttpResponseHandler.@Nullable Body body;
    private boolean over;

    EventLoopHttpCall(EventLoopHttpClient client, Context context, Request request, HttpResponseHandler handler) {
        this.client = client;
        this.context = context;
        this.request = request;
        this.server = Objects.requireNonNull(request.address());
        this.handler = handler;
    }

    /** Sends the request; {@code mayBeKept} when the connection may be one that was used before. */
    void start(boolean mayBeKept) {
        kept = mayBeKept;
        URI uri = request.uri();
        String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.valueOf(request.method()))
                .setServer(SocketAddress.inetSocketAddress(server))
                .setHost(uri.getHost())
                .setPort(uri.getPort() < 0 ? HTTP_PORT : uri.getPort())
                .setURI(uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery())
                .setConnectTimeout(Math.max(1, request.connectTime().toMillis()));
        request.headers().forEach(options::addHeader);
        client.client(mayBeKept).request(options).onComplete(this::connected, this::notConnected);
    }

    private void connected(HttpClientRequest ready) {
        if (over) {
            ready.reset();
            return;
        }
        sent = ready;
        used = kept && client.isUsed(ready.connection());
        ready.response().onComplete(this::head, this::broken);
        byte[] bytes = request.body();
        var unused = bytes.length == 0 ? ready.end() : ready.end(Buffer.buffer(bytes));
    }

    private void notConnected(Throwable problem) {
        if (end()) {
            handler.failed(problem instanceof ConnectException known ? known : refused(problem));
        }
    }

    private static ConnectException refused(Throwable problem) {
        ConnectException refused = new ConnectException(String.valueOf(problem.getMessage()));
        refused.initCause(problem);
        return refused;
    }

    private void head(HttpClientResponse came) {
        if (over) {
            return;
        }
        response = came;
        if (kept) {
            client.answered(server, came.request().connection());
        }
        HttpResponseHandler.Body taker = handler.head(
                new HttpResponseHandler.Head(came.statusCode(), came.headers()::getAll, () -> all(came)), this);
        body = taker;
        came.exceptionHandler(this::broken);
        came.handler(piece -> {
            if (!over) {
                taker.data(piece.getBytes());
            }
        });
        came.endHandler(nothing -> {
            if (end()) {
                taker.end();
            }
        });
    }

    private static Map<String, List<String>> all(HttpClientResponse response) {
        Map<String, List<String>> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        response.headers()
                .names()
                .forEach(name -> all.put(name, response.headers().getAll(name)));
        return new HashMap<>(all);
    }

    /** The connection is no more, or what came over it is no HTTP. */
    private void broken(Throwable problem) {
        if (over) {
            return;
        }
        boolean closed = used && response == null;
        if (closed) {
            client.lost(server);
        }
        if (closed && request.repeatable()) {
            used = false;
            start(false);
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
        client.ended();
        return true;
    }

    @Override
    public void abort() {
        context.runOnContext(nothing -> {
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
        context.runOnContext(nothing -> {
            if (response != null && !over) {
                response.resume();
            }
        });
    }
}
