package dev.tenon.bench.peer;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import tools.jackson.databind.JsonNode;

/** An event loop of the floor server: parses the request and writes the response, without any checks. */
final class BareHttpVerticle extends PeerVerticle {
    private static final CharSequence JSON = HttpHeaders.createOptimized("application/json");
    private static final CharSequence EVENTS = HttpHeaders.createOptimized("text/event-stream");
    private static final byte[] OPENED = encodeAscii("{\"jsonrpc\":\"2.0\",\"method\":\"opened\"}");
    private static final byte[] CHANGED =
            encodeAscii("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
    private static final byte[] EVENT_PREFIX = encodeAscii("data: ");
    private static final byte[] EVENT_SUFFIX = encodeAscii("\n\n");

    private final Queue<HttpServerResponse> listeners = new ConcurrentLinkedQueue<>();

    /** Sends a notification to every listener. */
    void notifyListeners() {
        context.runOnContext(ignored -> listeners.forEach(listener -> writeEvent(listener, CHANGED)));
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
            response.closeHandler(ignored -> listeners.remove(response));
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
        var unused =
                response.write(Buffer.buffer(EVENT_PREFIX).appendBytes(message).appendBytes(EVENT_SUFFIX));
    }

    private static byte[] encodeAscii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
