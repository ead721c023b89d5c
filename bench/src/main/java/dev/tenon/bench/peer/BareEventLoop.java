package dev.tenon.bench.peer;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import tools.jackson.databind.JsonNode;

/** One event loop's share of the bare server: the request to a tree, the answer from it, nothing checked. */
final class BareEventLoop extends EventLoop {
    private static final CharSequence JSON = HttpHeaders.createOptimized("application/json");
    private static final CharSequence EVENTS = HttpHeaders.createOptimized("text/event-stream");
    private static final byte[] OPENED = bytes("{\"jsonrpc\":\"2.0\",\"method\":\"opened\"}");
    private static final byte[] CHANGED =
            bytes("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
    private static final byte[] BEFORE = bytes("data: ");
    private static final byte[] AFTER = bytes("\n\n");

    private final Queue<HttpServerResponse> listeners = new ConcurrentLinkedQueue<>();
    /** Sends every listener a notification. */
    void tell() {
        context.runOnContext(nothing -> listeners.forEach(listener -> event(listener, CHANGED)));
    }

    @Override
    void read(HttpServerRequest request) {
        request.bodyHandler(body -> answer(BareAnswer.parse(body.getBytes()), request.response()));
    }

    private void answer(JsonNode request, HttpServerResponse response) {
        if (request.path("method").asString().equals("subscriptions/listen")) {
            open(response);
            event(response, OPENED);
            listeners.add(response);
            response.closeHandler(nothing -> listeners.remove(response));
        } else if (request.path("params").path("name").asString().startsWith("count")) {
            open(response);
            event(response, BareAnswer.progress(request, 1));
            event(response, BareAnswer.progress(request, 2));
            event(response, BareAnswer.result(request, "counted"));
            var unused = response.end();
        } else {
            response.putHeader(HttpHeaders.CONTENT_TYPE, JSON);
            var unused = response.end(Buffer.buffer(BareAnswer.echo(request)));
        }
    }

    private static void open(HttpServerResponse response) {
        response.setChunked(true).putHeader(HttpHeaders.CONTENT_TYPE, EVENTS);
    }

    private static void event(HttpServerResponse response, byte[] message) {
        var unused = response.write(Buffer.buffer(BEFORE).appendBytes(message).appendBytes(AFTER));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
