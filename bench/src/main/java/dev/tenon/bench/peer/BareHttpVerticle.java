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
final class BareHttpVerticle extends PeerVerticle {
    private static final CharSequence JSON = HttpHeaders.createOptimized("application/json");
    private static final CharSequence EVENTS = HttpHeaders.createOptimized("text/event-stream");
    private static final byte[] OPENED = encodeAscii("{\"jsonrpc\":\"2.0\",\"method\":\"opened\"}");
    private static final byte[] CHANGED =
            encodeAscii("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
    private static final byte[] BEFORE = encodeAscii("data: ");
    private static final byte[] AFTER = encodeAscii("\n\n");

    private final Queue<HttpServerResponse> listeners = new ConcurrentLinkedQueue<>();
    /** Sends every listener a notification. */
    void notifyListeners() {
        context.runOnContext(nothing -> listeners.forEach(listener -> writeEvent(listener, CHANGED)));
    }

    @Override
    void handle(HttpServerRequest request) {
        request.bodyHandler(body -> respond(BareResponses.parse(body.getBytes()), request.response()));
    }

    private void respond(JsonNode request, HttpServerResponse response) {
        if (request.path("method").asString().equals("subscriptions/listen")) {
            startEvents(response);
            writeEvent(response, OPENED);
            listeners.add(response);
            response.closeHandler(nothing -> listeners.remove(response));
        } else if (request.path("params").path("name").asString().startsWith("count")) {
            startEvents(response);
            writeEvent(response, BareResponses.progress(request, 1));
            writeEvent(response, BareResponses.progress(request, 2));
            writeEvent(response, BareResponses.result(request, "counted"));
            var unused = response.end();
        } else {
            response.putHeader(HttpHeaders.CONTENT_TYPE, JSON);
            var unused = response.end(Buffer.buffer(BareResponses.echo(request)));
        }
    }

    private static void startEvents(HttpServerResponse response) {
        response.setChunked(true).putHeader(HttpHeaders.CONTENT_TYPE, EVENTS);
    }

    private static void writeEvent(HttpServerResponse response, byte[] message) {
        var unused = response.write(Buffer.buffer(BEFORE).appendBytes(message).appendBytes(AFTER));
    }

    private static byte[] encodeAscii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
