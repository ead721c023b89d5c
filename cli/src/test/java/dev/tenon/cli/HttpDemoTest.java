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
    private static final int STOPPED_BY_SIGTERM = 143;
    private static final String ANY_PORT = "127.0.0.1:0";

    private final HttpClient client = HttpClient.newHttpClient();

    private static URI address(CliProcess tenon, String transport) throws InterruptedException {
        return URI.create(tenon.lineWith("  " + transport + "  ").strip().split(" +")[1]);
    }

    private static HttpRequest call(URI endpoint, String tool, String arguments) {
        return post(endpoint, tool, Requests.modern(1, "tools/call", Requests.call(tool, arguments)));
    }

    private static HttpRequest post(URI endpoint, String tool, String body) {
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
    void a_port_that_was_chosen_is_printed_and_answers() throws Exception {
        try (CliProcess tenon = CliProcess.tenon("demo", "--http", ANY_PORT, "--path", "/here")) {
            assertThat(tenon.lineWith("Tools")).contains("echo, convert");
            URI endpoint = address(tenon, "HTTP");
            assertThat(endpoint.toString()).matches("http://127\\.0\\.0\\.1:[1-9][0-9]*/here");

            HttpResponse<String> response =
                    client.send(call(endpoint, "echo", "{\"text\":\"hi\"}"), BodyHandlers.ofString());

            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(Requests.text(Json.parse(response.body()))).isEqualTo("hi");
        }
    }

    @Test
    @Tag("exhaustive")
    void the_printed_command_works_as_it_stands() throws Exception {
        assumeThat(isOnPath("curl")).as("curl is here").isTrue();
        try (CliProcess tenon = CliProcess.tenon("demo", "--http", ANY_PORT)) {
            String command = tenon.lineWith("curl ");
            tenon.lineWith("Ctrl-C");

            Process shell = new ProcessBuilder("sh", "-c", command)
                    .redirectErrorStream(true)
                    .start();

            String said = new String(shell.getInputStream().readAllBytes(), UTF_8);
            assertThat(shell.waitFor()).as(said).isZero();
            assertThat(Requests.text(Json.parse(said.strip()))).isEqualTo("Hello");
        }
    }

    private static boolean isOnPath(String program) {
        return Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    @Test
    @Tag("exhaustive")
    void sigterm_ends_it_after_the_calls_in_flight_were_answered() throws Exception {
        try (CliProcess tenon = CliProcess.tenon("demo", "--http", ANY_PORT)) {
            URI endpoint = address(tenon, "HTTP");
            tenon.lineWith("Ctrl-C");
            String counting = Requests.modern(
                            1, "tools/call", Requests.call("count", "{\"to\":3,\"pauseMillis\":1000}"))
                    .replace("\"_meta\":{", "\"_meta\":{\"progressToken\":1,");
            // The response head arrives with the first progress notification, while the call is in flight.
            InputStream answer = client.send(post(endpoint, "count", counting), BodyHandlers.ofInputStream())
                    .body();

            tenon.terminate();

            assertThat(new String(answer.readAllBytes(), UTF_8)).contains("Counted to 1\"", "Counted to 3.\"");
            assertThat(tenon.exitCode()).isEqualTo(STOPPED_BY_SIGTERM);
            assertThat(tenon.remaining()).last().isEqualTo("Stopped.");
            assertThat(tenon.errors()).isEmpty();
        }
    }

    /** Issue 20, item 5. */
    @Test
    @Tag("exhaustive")
    void sigterm_ends_it_in_time_whatever_its_readers_do() throws Exception {
        List<SocketChannel> unread = new ArrayList<>();
        try (CliProcess tenon = CliProcess.tenon("demo", "--http", ANY_PORT)) {
            URI endpoint = address(tenon, "HTTP");
            tenon.lineWith("Ctrl-C");
            for (int i = 0; i < 10; i++) {
                unread.add(callingWithoutReading(endpoint));
            }
            TimeUnit.SECONDS.sleep(2);

            long start = System.nanoTime();
            tenon.terminate();

            assertThat(tenon.exitCode()).isEqualTo(STOPPED_BY_SIGTERM);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(25));
            assertThat(tenon.remaining()).last().isEqualTo("Stopped.");
        } finally {
            for (SocketChannel socket : unread) {
                socket.close();
            }
        }
    }

    /** Creates a client that sends large calls until the server reads no more, and reads no response. */
    private static SocketChannel callingWithoutReading(URI endpoint) throws Exception {
        String body =
                Requests.modern(1, "tools/call", Requests.call("echo", "{\"text\":\"" + "x".repeat(200_000) + "\"}"));
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
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
                CliProcess tenon = CliProcess.tenon("demo", "--http", "127.0.0.1:" + taken.getLocalPort())) {
            assertThat(tenon.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(tenon.errors())
                    .startsWith("tenon: ")
                    .contains("127.0.0.1:" + taken.getLocalPort())
                    .contains("the port is in use")
                    .contains("--http 127.0.0.1:0")
                    .doesNotContain("Exception");
            assertThat(tenon.remaining()).isEmpty();
        }
    }

    @Test
    @Tag("exhaustive")
    void the_old_transport_and_web_sockets_are_there_when_asked_for() throws Exception {
        try (CliProcess tenon = CliProcess.tenon("demo", "--http", ANY_PORT, "--sse", "/sse", "--websocket", "/ws")) {
            URI sse = address(tenon, "HTTP+SSE");
            URI webSocket = address(tenon, "WebSocket");
            tenon.lineWith("Ctrl-C");

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
