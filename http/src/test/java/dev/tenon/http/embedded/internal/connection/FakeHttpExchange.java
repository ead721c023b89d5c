package dev.tenon.http.embedded.internal.connection;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.MultiMap;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** A request whose response is recorded; the test decides when a write has been sent. */
final class FakeHttpExchange {
    /** The calls that send something, such as {@code write(abc)}. */
    final List<String> output = new ArrayList<>();

    final MultiMap responseHeaders = MultiMap.caseInsensitiveMultiMap();
    final VertxExchange exchange;
    boolean isNetworkFull;
    boolean isRequestComplete = true;

    private final Queue<Promise<Void>> unsent = new ArrayDeque<>();
    private final HttpVersion version;
    private final MultiMap requestHeaders;
    private Runnable bodyEnd = () -> {};
    private Runnable drained = () -> {};
    private Runnable lost = () -> {};

    FakeHttpExchange(FakeHttpServer server, ClientConnection connection) {
        this(server, connection, HttpVersion.HTTP_1_1, MultiMap.caseInsensitiveMultiMap());
    }

    FakeHttpExchange(FakeHttpServer server, ClientConnection connection, HttpVersion version, MultiMap requestHeaders) {
        this.version = version;
        this.requestHeaders = requestHeaders;
        HttpServerResponse response = FakeHttpServer.proxy(HttpServerResponse.class, this::handleResponseCall);
        HttpServerRequest request =
                FakeHttpServer.proxy(HttpServerRequest.class, (proxy, method, arguments) -> switch (method.getName()) {
                    case "response" -> response;
                    case "version" -> this.version;
                    case "headers" -> this.requestHeaders;
                    case "isEnded" -> isRequestComplete;
                    case "exceptionHandler" -> proxy;
                    case "endHandler" -> {
                        bodyEnd = toAction(arguments[0]);
                        yield proxy;
                    }
                    default -> throw new AssertionError("unexpected call of " + method);
                });
        exchange = new VertxExchange(request, server.context(), connection, FakeHttpServer.LIMITS);
    }

    private Object handleResponseCall(Object proxy, Method method, Object[] arguments) {
        switch (method.getName()) {
            case "closeHandler" -> lost = toAction(arguments[0]);
            case "drainHandler" -> drained = toAction(arguments[0]);
            case "putHeader" -> responseHeaders.add(arguments[0].toString(), arguments[1].toString());
            case "exceptionHandler", "setChunked", "setStatusCode" -> {
                // Nothing to record.
            }
            case "writeQueueFull" -> {
                return isNetworkFull;
            }
            case "write", "end", "writeHead" -> {
                return recordWrite(method, arguments);
            }
            default -> throw new AssertionError("unexpected call of " + method);
        }
        return proxy;
    }

    private Future<Void> recordWrite(Method method, Object[] arguments) {
        String content = arguments == null ? "" : ((Buffer) arguments[0]).toString(UTF_8);
        output.add(method.getName() + "(" + content + ")");
        Promise<Void> sent = Promise.promise();
        unsent.add(sent);
        return sent.future();
    }

    private static Runnable toAction(Object handler) {
        return () -> ((Handler<?>) handler).handle(null);
    }

    VertxResponseWriter writer() {
        return exchange.responseWriter();
    }

    void endBody() {
        bodyEnd.run();
    }

    /** Reports the oldest write as sent. */
    void completeWrite() {
        unsent.remove().complete();
    }

    void failWrite() {
        unsent.remove().fail("expected by the test");
    }

    /** Reports that the network accepts more. */
    void drain() {
        isNetworkFull = false;
        drained.run();
    }

    void loseConnection() {
        lost.run();
    }
}
