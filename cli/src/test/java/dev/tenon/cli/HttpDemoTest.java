package dev.tenon.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tenon.cli.error.ExitCode;
import dev.tenon.json.Json;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class HttpDemoTest {
    private static final int SIGTERM_EXIT_CODE = 143;
    private static final String ANY_PORT = "127.0.0.1:0";

    private final HttpClient client = HttpClient.newHttpClient();

    private static URI readUri(CliProcess tenon, String transport) throws InterruptedException {
        return URI.create(
                tenon.readLineContaining("  " + transport + "  ").strip().split(" +")[1]);
    }

    private static HttpRequest newCall(URI endpoint, String tool, String arguments) {
        return newPost(
                endpoint,
                tool,
                RequestLines.createStatelessRequest(1, "tools/call", RequestLines.createCallParams(tool, arguments)));
    }

    private static HttpRequest newPost(URI endpoint, String tool, String body) {
        return HttpRequest.newBuilder(endpoint)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .header("MCP-Protocol-Version", "2026-07-28")
                .header("Mcp-Method", "tools/call")
                .header("Mcp-Name", tool)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    @Test
    @Tag("exhaustive")
    void a_free_port_is_chosen_and_printed() throws Exception {
        try (CliProcess tenon = CliProcess.start("demo", "--http", ANY_PORT, "--path", "/here")) {
            assertThat(tenon.readLineContaining("Tools")).contains("echo, convert");
            URI endpoint = readUri(tenon, "HTTP");
            assertThat(endpoint.toString()).matches("http://127\\.0\\.0\\.1:[1-9][0-9]*/here");

            HttpResponse<String> response =
                    client.send(newCall(endpoint, "echo", "{\"text\":\"hi\"}"), BodyHandlers.ofString());

            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(RequestLines.readText(Json.parse(response.body()))).isEqualTo("hi");
        }
    }

    @Test
    @Tag("exhaustive")
    void the_printed_command_works_unchanged() throws Exception {
        assumeThat(isOnPath("curl")).as("curl is here").isTrue();
        try (CliProcess tenon = CliProcess.start("demo", "--http", ANY_PORT)) {
            String command = tenon.readLineContaining("curl ");
            tenon.readLineContaining("Ctrl-C");

            Process shell = new ProcessBuilder("sh", "-c", command)
                    .redirectErrorStream(true)
                    .start();

            String output = new String(shell.getInputStream().readAllBytes(), UTF_8);
            assertThat(shell.waitFor()).as(output).isZero();
            assertThat(RequestLines.readText(Json.parse(output.strip()))).isEqualTo("Hello");
        }
    }

    private static boolean isOnPath(String program) {
        return Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    @Test
    @Tag("exhaustive")
    void sigterm_stops_the_server_after_pending_responses() throws Exception {
        try (CliProcess tenon = CliProcess.start("demo", "--http", ANY_PORT)) {
            URI endpoint = readUri(tenon, "HTTP");
            tenon.readLineContaining("Ctrl-C");
            String countCall = RequestLines.createStatelessRequest(
                            1, "tools/call", RequestLines.createCallParams("count", "{\"to\":3,\"pauseMillis\":1000}"))
                    .replace("\"_meta\":{", "\"_meta\":{\"progressToken\":1,");
            // The response head arrives with the first progress notification, while the call is in flight.
            InputStream response = client.send(newPost(endpoint, "count", countCall), BodyHandlers.ofInputStream())
                    .body();

            tenon.terminate();

            assertThat(new String(response.readAllBytes(), UTF_8)).contains("Counted to 1\"", "Counted to 3.\"");
            assertThat(tenon.waitFor()).isEqualTo(SIGTERM_EXIT_CODE);
            assertThat(tenon.readRemainingLines()).last().isEqualTo("Stopped.");
            assertThat(tenon.errorOutput()).isEmpty();
        }
    }

    /** Issue 20, item 5. */
    @Test
    @Tag("exhaustive")
    void sigterm_stops_the_server_in_time_with_stalled_clients() throws Exception {
        List<SocketChannel> stalledClients = new ArrayList<>();
        try (CliProcess tenon = CliProcess.start("demo", "--http", ANY_PORT)) {
            URI endpoint = readUri(tenon, "HTTP");
            tenon.readLineContaining("Ctrl-C");
            for (int i = 0; i < 10; i++) {
                stalledClients.add(startStalledClient(endpoint));
            }
            TimeUnit.SECONDS.sleep(2);

            long start = System.nanoTime();
            tenon.terminate();

            assertThat(tenon.waitFor()).isEqualTo(SIGTERM_EXIT_CODE);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(25));
            assertThat(tenon.readRemainingLines()).last().isEqualTo("Stopped.");
        } finally {
            for (SocketChannel socket : stalledClients) {
                socket.close();
            }
        }
    }

    /** Creates a client that sends large calls until the server reads no more, and reads no response. */
    private static SocketChannel startStalledClient(URI endpoint) throws Exception {
        String body = RequestLines.createStatelessRequest(
                1, "tools/call", RequestLines.createCallParams("echo", "{\"text\":\"" + "x".repeat(200_000) + "\"}"));
        String request = "POST " + endpoint.getPath() + " HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                + "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n"
                + "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: echo\r\n"
                + "Content-Length: " + body.length() + "\r\n\r\n" + body;
        SocketChannel socket = SocketChannel.open();
        socket.setOption(StandardSocketOptions.SO_RCVBUF, 8 << 10);
        socket.connect(new InetSocketAddress("127.0.0.1", endpoint.getPort()));
        socket.configureBlocking(false);
        ByteBuffer calls = ByteBuffer.wrap(request.repeat(100).getBytes(UTF_8));
        int idle = 0;
        while (calls.hasRemaining() && idle < 20) {
            if (socket.write(calls) == 0) {
                idle++;
                TimeUnit.MILLISECONDS.sleep(20);
            }
        }
        return socket;
    }

    @Test
    @Tag("exhaustive")
    void a_port_in_use_is_reported_with_advice() throws Exception {
        try (ServerSocket occupied = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
                CliProcess tenon = CliProcess.start("demo", "--http", "127.0.0.1:" + occupied.getLocalPort())) {
            assertThat(tenon.waitFor()).isEqualTo(ExitCode.FAILED);
            assertThat(tenon.errorOutput())
                    .startsWith("tenon: ")
                    .contains("127.0.0.1:" + occupied.getLocalPort())
                    .contains("the port is in use")
                    .contains("--http 127.0.0.1:0")
                    .doesNotContain("Exception");
            assertThat(tenon.readRemainingLines()).isEmpty();
        }
    }

    @Test
    @Tag("exhaustive")
    void http_sse_and_web_socket_are_served_if_configured() throws Exception {
        try (CliProcess tenon = CliProcess.start("demo", "--http", ANY_PORT, "--sse", "/sse", "--websocket", "/ws")) {
            URI sse = readUri(tenon, "HTTP+SSE");
            URI webSocket = readUri(tenon, "WebSocket");
            tenon.readLineContaining("Ctrl-C");

            HttpResponse<InputStream> stream = client.send(
                    HttpRequest.newBuilder(sse)
                            .header("Accept", "text/event-stream")
                            .build(),
                    BodyHandlers.ofInputStream());
            assertThat(stream.statusCode()).isEqualTo(200);
            try (InputStream body = stream.body()) {
                assertThat(new String(body.readNBytes("event: endpoint".length()), UTF_8))
                        .isEqualTo("event: endpoint");
            }
            client.newWebSocketBuilder()
                    .buildAsync(webSocket, new java.net.http.WebSocket.Listener() {})
                    .get(30, TimeUnit.SECONDS)
                    .abort();
        }
    }
}
