package dev.tenon.http.embedded;

import dev.tenon.http.SseEvent;
import dev.tenon.http.SseReader;
import dev.tenon.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A client that sends given requests with the JDK's HTTP client. */
final class TestClient {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final HttpClient http;
    private final URI uri;
    private @Nullable String session;
    private @Nullable String revision;

    TestClient(URI uri) {
        this(uri, HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build());
    }

    TestClient(URI uri, HttpClient http) {
        this.uri = uri;
        this.http = http;
    }

    /** Returns a request of 2026-07-28 with these members in its params. */
    static String modernRequest(int id, String method, String params) {
        String meta = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                + "\"io.modelcontextprotocol/clientCapabilities\":{},\"progressToken\":\"p" + id + "\"}";
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":{" + meta
                + (params.isEmpty() ? "" : "," + params) + "}}";
    }

    /** Returns a request of the handshake era with these members in its params. */
    static String legacyRequest(int id, String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method
                + "\",\"params\":{\"_meta\":{\"progressToken\":\"p" + id + "\"}"
                + (params.isEmpty() ? "" : "," + params)
                + "}}";
    }

    static String callParams(String tool, String arguments) {
        return "\"name\":\"" + tool + "\",\"arguments\":{" + arguments + "}";
    }

    HttpRequest.Builder requestBuilder() {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .timeout(TIMEOUT)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream");
        if (session != null) {
            request.header("Mcp-Session-Id", session).header("MCP-Protocol-Version", String.valueOf(revision));
        }
        return request;
    }

    /** Returns a POST of the handshake era, in the session if there is one. */
    HttpRequest buildPost(String body) {
        return requestBuilder().POST(HttpRequest.BodyPublishers.ofString(body)).build();
    }

    /** Returns a POST of 2026-07-28 with the required headers. */
    HttpRequest buildModernPost(String body) {
        Json message = Json.parse(body);
        String method = message.members().get("method").string();
        HttpRequest.Builder request =
                requestBuilder().header("MCP-Protocol-Version", "2026-07-28").header("Mcp-Method", method);
        Json params = message.members().get("params");
        Json name = params.get(method.equals("resources/read") ? "uri" : "name");
        if (name != null) {
            request.header("Mcp-Name", name.string());
        }
        return request.POST(HttpRequest.BodyPublishers.ofString(body)).build();
    }

    HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        return http.send(request, HttpResponse.BodyHandlers.ofString());
    }

    Json sendAndReceive(HttpRequest request) throws IOException, InterruptedException {
        return Json.parse(send(request).body());
    }

    EventStream openEvents(HttpRequest request) throws IOException, InterruptedException {
        return new EventStream(http.send(request, HttpResponse.BodyHandlers.ofInputStream()));
    }

    /** Opens an event stream. */
    InputStream openInput(HttpRequest request) throws IOException, InterruptedException {
        return http.send(request, HttpResponse.BodyHandlers.ofInputStream()).body();
    }

    /** Opens a session. */
    Json initialize(String expected) throws IOException, InterruptedException {
        HttpResponse<String> response = send(
                buildPost("{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\""
                        + expected
                        + "\",\"capabilities\":{},\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}}"));
        session = response.headers().firstValue("Mcp-Session-Id").orElse(null);
        revision = expected;
        send(buildPost("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"));
        return Json.parse(response.body());
    }

    @Nullable String session() {
        return session;
    }

    /** An event stream that is read on its own thread as it arrives. */
    static final class EventStream implements AutoCloseable {
        private static final SseEvent END = SseEvent.of(new byte[0]);

        private final HttpResponse<InputStream> response;
        private final BlockingQueue<SseEvent> events = new LinkedBlockingQueue<>();
        private final SseReader reader = new SseReader(1 << 20, new SseReader.SseListener() {
            @Override
            public void onEvent(SseEvent event) {
                events.add(event);
            }

            @Override
            public void onOversizedEvent() {
                throw new AssertionError("too large");
            }
        });

        EventStream(HttpResponse<InputStream> response) {
            this.response = response;
            Thread thread = new Thread(this::read, "test-events");
            thread.setDaemon(true);
            thread.start();
        }

        private void read() {
            byte[] bytes = new byte[4096];
            try {
                for (int count = response.body().read(bytes);
                        count >= 0;
                        count = response.body().read(bytes)) {
                    reader.feed(bytes, 0, count);
                }
            } catch (IOException e) {
                // The connection has failed.
            }
            events.add(END);
        }

        HttpResponse<InputStream> response() {
            return response;
        }

        /** Returns the next event, or null at the end. */
        @Nullable SseEvent nextEvent() throws InterruptedException {
            SseEvent event = events.poll(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
            if (event == null) {
                throw new AssertionError("Neither an event nor the end of the stream arrived");
            }
            return event == END ? null : event;
        }

        /** Returns the next message. */
        Json nextMessage() throws InterruptedException {
            SseEvent event = nextEvent();
            while (event != null && !event.hasNonEmptyData()) {
                event = nextEvent();
            }
            if (event == null) {
                throw new AssertionError("The stream has ended");
            }
            return Json.parse(new String(event.data(), StandardCharsets.UTF_8));
        }

        List<Json> readRemaining() throws InterruptedException {
            List<Json> messages = new ArrayList<>();
            for (SseEvent event = nextEvent(); event != null; event = nextEvent()) {
                if (event.hasNonEmptyData()) {
                    messages.add(Json.parse(new String(event.data(), StandardCharsets.UTF_8)));
                }
            }
            return messages;
        }

        @Override
        public void close() throws IOException {
            response.body().close();
        }
    }
}
