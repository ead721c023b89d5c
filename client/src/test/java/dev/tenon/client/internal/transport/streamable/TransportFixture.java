package dev.tenon.client.internal.transport.streamable;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.client.internal.FakeHttpClient;
import dev.tenon.client.internal.FakeHttpClient.FakeCall;
import dev.tenon.client.internal.ManualExecutor;
import dev.tenon.client.internal.ManualTimer;
import dev.tenon.client.internal.transport.MirroredHeaders;
import dev.tenon.internal.concurrent.RuntimeScheduler;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.model.Revision;
import dev.tenon.transport.ChannelLimits;
import java.time.Duration;
import java.util.List;

/** An open transport whose HTTP requests the test answers on its own thread, and whose time the test advances. */
final class TransportFixture implements AutoCloseable {
    static final Notification NOTIFICATION = new Notification("notifications/roots/list_changed", null);

    private static final ClientLimits LIMITS = ClientLimits.DEFAULT.toBuilder()
            .reconnects(2)
            .queue(new ChannelLimits(1000, 2, 1000, Duration.ofSeconds(1)))
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    final FakeHttpClient http = new FakeHttpClient();
    final ManualTimer timer = new ManualTimer();
    final ManualExecutor executor = new ManualExecutor();
    final FakeListener listener = new FakeListener();
    final StreamableHttpTransport transport;

    TransportFixture() {
        http.install();
        executor.runInline();
        transport = new StreamableHttpTransport(
                ServerTarget.http("http://127.0.0.1:1/mcp"), LIMITS, executor, new RuntimeScheduler(timer));
        transport.open(listener);
    }

    /** Sends a request with this id and returns its HTTP request. */
    FakeCall send(int id) {
        int before = http.calls.size();
        transport.send(new Request(RequestId.of(id), "tools/list", Json.EMPTY_OBJECT), MirroredHeaders.NONE);
        return http.calls.get(before);
    }

    /** Performs a handshake in the session {@code s1}; the event stream is open if this is its status 200. */
    void performHandshake(int streamStatus) {
        http.sendHook = call -> {
            if (call.request.method().equals("GET")) {
                respondToGet(call, streamStatus);
            } else if (new String(call.request.body(), UTF_8).contains("initialize\"")) {
                call.respondHead(200, "Content-Type", "application/json", "Mcp-Session-Id", "s1")
                        .respondData("result of initialize")
                        .respondEnd();
            } else {
                call.respond(202, "text/plain", "");
            }
        };
        transport.send(new Request(RequestId.of(0), "initialize", Json.EMPTY_OBJECT), MirroredHeaders.NONE);
        transport.setRevision(Revision.V2025_11_25);
        transport.sendInitialized(new Notification("notifications/initialized", null));
        http.sendHook = call -> {};
        listener.events.clear();
    }

    private static void respondToGet(FakeCall call, int status) {
        if (status == 200) {
            startStream(call);
        } else {
            call.respond(status, "text/plain", "");
        }
    }

    /** Sends the head of an event stream. */
    static FakeCall startStream(FakeCall call) {
        return call.respondHead(200, "Content-Type", "text/event-stream");
    }

    /** Returns the HTTP requests with this method. */
    List<FakeCall> calls(String method) {
        return http.calls.stream()
                .filter(call -> call.request.method().equals(method))
                .toList();
    }

    @Override
    public void close() {
        http.sendHook = call -> call.respond(200, "text/plain", "");
        transport.close();
        FakeHttpClient.uninstall();
    }
}
