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
final class Client {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final HttpClient http;
    private final URI uri;
    private @Nullable String session;
    private @Nullable String revision;

    Client(URI uri) {
        this(uri, HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build());
    }

    Client(URI uri, HttpClient http) {
        this.uri = uri;
        this.http = http;
    }

    /** A request of 2026-07-28 with these members of its params. */
    static String modern(int id, String method, String params) {
        String meta = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                + "\"io.modelcontextprotocol/clientCapabilities\":{},\"progressToken\":\"p" + id + "\"}";
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":{" + meta
                + (params.isEmpty() ? "" : "," + params) + "}}";
    }

    /** A request of the handshake era. */
    static String legacy(int id, String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method
                + "\",\"params\":{\"_meta\":{\"progressToken\":\"p" + id + "\"}"
                + (params.isEmpty() ? "" : "," + params)
                + "}}";
    }

    static String call(String tool, String arguments) {
        return "\"name\":\"" + tool + "\",\"arguments\":{" + arguments + "}";
    }

    HttpRequest.Builder request() {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .timeout(PATIENCE)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream");
        if (session != null) {
            request.header("Mcp-Session-Id", session).header("MCP-Protocol-Version", String.valueOf(revision));
        }
        return request;
    }

    /** A POST of the handshake era, in the session if there is one. */
    HttpRequest post(String body) {
        return request().POST(HttpRequest.BodyPublishers.ofString(body)).build();
    }

    /** A POST of 2026-07-28 with the headers it needs. */
    HttpRequest postModern(String body) {
        Json message = Json.parse(body);
        String method = message.members().get("method").string();
        HttpRequest.Builder request =
                request().header("MCP-Protocol-Version", "2026-07-28").header("Mcp-Method", method);
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

    Json ask(HttpRequest request) throws IOException, InterruptedException {
        return Json.parse(send(request).body());
    }

    Events stream(HttpRequest request) throws IOException, InterruptedException {
        return new Events(http.send(request, HttpResponse.BodyHandlers.ofInputStream()));
    }

    /** Opens an event stream. */
    InputStream open(HttpRequest request) throws IOException, InterruptedException {
        return http.send(request, HttpResponse.BodyHandlers.ofInputStream()).body();
    }

    /** Opens a session. */
    Json initialize(String expected) throws IOException, InterruptedException {
        HttpResponse<String> response =
                send(post("{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\""
                        + expected
                        + "\",\"capabilities\":{},\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}}"));
        session = response.headers().firstValue("Mcp-Session-Id").orElse(null);
        revision = expected;
        send(post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"));
        return Json.parse(response.body());
    }

    @Nullable String session() {
        return session;
    }

    /** An event stream that is read on its own thread as it arrives. */
    static final class Events implements AutoCloseable {
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

        Events(HttpResponse<InputStream> response) {
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
        @Nullable SseEvent next() throws InterruptedException {
            SseEvent event = events.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            if (event == null) {
                throw new AssertionError("Nothing came, and no end");
            }
            return event == END ? null : event;
        }

        /** Returns the next message. */
        Json message() throws InterruptedException {
            SseEvent event = next();
            while (event != null && !event.hasNonEmptyData()) {
                event = next();
            }
            if (event == null) {
                throw new AssertionError("The stream has ended");
            }
            return Json.parse(new String(event.data(), StandardCharsets.UTF_8));
        }

        List<Json> rest() throws InterruptedException {
            List<Json> rest = new ArrayList<>();
            for (SseEvent event = next(); event != null; event = next()) {
                if (event.hasNonEmptyData()) {
                    rest.add(Json.parse(new String(event.data(), StandardCharsets.UTF_8)));
                }
            }
            return rest;
        }

        @Override
        public void close() throws IOException {
            response.body().close();
        }
    }
}
