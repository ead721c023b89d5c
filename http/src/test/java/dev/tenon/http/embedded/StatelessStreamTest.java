package dev.tenon.http.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import dev.tenon.coverage.thread.BlockedThreadCheck;
import dev.tenon.json.Json;
import dev.tenon.model.LogLevel;
import dev.tenon.server.McpServer;
import dev.tenon.server.call.ClientInputRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The event streams of 2026-07-28: what they carry, and what they must not. */
@BlockedThreadCheck
class StatelessStreamTest {
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    private final HttpClient client = HttpClient.newHttpClient();
    private McpServer server;
    private TenonHttpServer http;

    @BeforeEach
    void open() {
        server = McpServer.builder("streams", "1")
                .enableLogging()
                .tool("steps")
                .handler((in, call) -> {
                    call.reportProgress(1, 2);
                    call.log(LogLevel.INFO, "steps", "between");
                    call.reportProgress(2, 2);
                    return "done";
                })
                .tool("asks")
                .handler((in, call) -> {
                    call.reportProgress(1, 2);
                    return call.requestInput("roots", ClientInputRequest.roots())
                            .value()
                            .isPresent();
                })
                .tool("endless")
                .handler((in, call) -> {
                    call.reportProgress(1, 1000);
                    events.add("started");
                    try {
                        Thread.sleep(60_000);
                    } catch (InterruptedException e) {
                        events.add("interrupted");
                    }
                    call.reportProgress(2, 1000);
                    return "late";
                })
                .build();
        http = TenonHttpServer.builder(server).port(0).start();
    }

    @AfterEach
    void close() {
        http.close();
        server.close(Duration.ZERO);
    }

    private HttpRequest buildCall(String tool, int token) {
        String body = "{\"jsonrpc\":\"2.0\",\"id\":" + token + ",\"method\":\"tools/call\",\"params\":{\"name\":\""
                + tool
                + "\",\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"progressToken\":" + token
                + ",\"io.modelcontextprotocol/logLevel\":\"debug\","
                + "\"io.modelcontextprotocol/clientCapabilities\":{\"roots\":{}}}}}";
        return HttpRequest.newBuilder(http.uri())
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .header("MCP-Protocol-Version", "2026-07-28")
                .header("Mcp-Method", "tools/call")
                .header("Mcp-Name", tool)
                .timeout(Duration.ofSeconds(20))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    private static List<Json> parseMessages(String stream) {
        List<Json> messages = new ArrayList<>();
        for (String line : stream.split("\n")) {
            assertThat(line).doesNotStartWith("id:").doesNotStartWith("retry:");
            if (line.startsWith("data:")) {
                messages.add(Json.parse(line.substring(5).strip()));
            }
        }
        return messages;
    }

    @Test
    @Covers({
        "2026-07-28/http/sse-notifications-relate",
        "2026-07-28/http/no-resume",
        "2026-07-28/progress/server-only",
        "2026-07-28/logging/request-scoped",
        "2026-07-28/jsonrpc/binding-delivers"
    })
    void each_stream_carries_what_belongs_to_its_request_and_ends_with_the_result() throws Exception {
        List<HttpResponse<String>> responses = new CopyOnWriteArrayList<>();
        List<Thread> callers = new ArrayList<>();
        for (int i = 1; i <= 8; i++) {
            HttpRequest request = buildCall("steps", i);
            Thread caller = new Thread(() -> {
                try {
                    HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
                    responses.add(response);
                } catch (IOException | InterruptedException e) {
                    events.add("failed " + e);
                }
            });
            caller.start();
            callers.add(caller);
        }
        for (Thread caller : callers) {
            caller.join();
        }
        assertThat(events).isEmpty();
        assertThat(responses).hasSize(8);
        for (HttpResponse<String> response : responses) {
            assertThat(response.headers().firstValue("content-type")).hasValue("text/event-stream");
            assertThat(response.headers().firstValue("x-accel-buffering")).hasValue("no");
            List<Json> messages = parseMessages(response.body());
            assertThat(messages).hasSize(4);
            Json id = messages.get(3).get("id");
            assertThat(messages.get(3).get("result").get("resultType").string()).isEqualTo("complete");
            assertThat(messages.get(0).get("params").get("progressToken")).isEqualTo(id);
            assertThat(messages.get(1).get("method").string()).isEqualTo("notifications/message");
            assertThat(messages.get(2).get("params").get("progressToken")).isEqualTo(id);
        }
    }

    @Test
    @Covers({"2026-07-28/http/sse-no-requests", "2026-07-28/http/sse-nothing-after-input-required"})
    void an_input_request_is_the_last_message_on_a_stream_and_never_a_request() throws Exception {
        HttpResponse<String> response = client.send(buildCall("asks", 1), HttpResponse.BodyHandlers.ofString());
        List<Json> messages = parseMessages(response.body());
        assertThat(messages).hasSize(2);
        assertThat(messages.get(1).get("result").get("resultType").string()).isEqualTo("input_required");
        assertThat(messages).allSatisfy(m -> assertThat(m.get("method") != null && m.get("id") != null)
                .isFalse());
    }

    @Test
    @Covers({"2026-07-28/http/disconnect-cancels", "2026-07-28/http/disconnect-no-more-messages"})
    void a_client_that_disconnects_cancels_its_request() throws Exception {
        String body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"endless\","
                + "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"progressToken\":1,"
                + "\"io.modelcontextprotocol/clientCapabilities\":{}}}}";
        try (Socket socket = new Socket("127.0.0.1", http.port())) {
            String head = "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:" + http.port()
                    + "\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n"
                    + "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: endless\r\n"
                    + "Content-Length: " + body.length() + "\r\n\r\n";
            socket.getOutputStream().write((head + body).getBytes(StandardCharsets.UTF_8));
            readFirstEvent(socket.getInputStream());
        }
        assertThat(events.poll(10, TimeUnit.SECONDS)).isEqualTo("started");
        assertThat(events.poll(10, TimeUnit.SECONDS)).isEqualTo("interrupted");
        for (int i = 0; i < 500 && server.status().requests() > 0; i++) {
            Thread.sleep(10);
        }
        assertThat(server.status().requests()).isZero();
        assertThat(server.status().openStreams()).isLessThanOrEqualTo(1);
    }

    private static void readFirstEvent(InputStream in) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        String line = lines.readLine();
        while (line != null && !line.startsWith("data:")) {
            line = lines.readLine();
        }
        assertThat(line).contains("notifications/progress");
    }

    @Test
    void a_stream_that_has_ended_is_released_at_once() throws Exception {
        int maxOpenStreams = 0;
        for (int i = 0; i < 200; i++) {
            client.send(buildCall("steps", 1), HttpResponse.BodyHandlers.ofString());
            maxOpenStreams = Math.max(maxOpenStreams, server.status().openStreams());
        }
        // A stream whose last bytes have just been sent may still be registered.
        assertThat(maxOpenStreams).isLessThan(5);
    }

    @Test
    void a_reconnection_with_an_event_id_is_an_ordinary_request() throws Exception {
        HttpRequest reconnection = HttpRequest.newBuilder(buildCall("steps", 1), (name, value) -> true)
                .header("Last-Event-ID", "1-1")
                .build();
        assertThat(parseMessages(client.send(reconnection, HttpResponse.BodyHandlers.ofString())
                        .body()))
                .hasSize(4);
    }
}
