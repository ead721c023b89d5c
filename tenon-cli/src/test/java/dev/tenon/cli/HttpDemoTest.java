package dev.tenon.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tenon.cli.exit.ExitCode;
import dev.tenon.json.Json;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class HttpDemoTest {
    private static final int STOPPED_BY_SIGTERM = 143;
    private static final String ANY_PORT = "127.0.0.1:0";

    private final HttpClient client = HttpClient.newHttpClient();

    private static URI address(CliProcess tenon, String transport) throws InterruptedException {
        return URI.create(tenon.lineWith("  " + transport + "  ").strip().split(" +")[1]);
    }

    private static HttpRequest call(URI endpoint, String tool, String arguments) {
        return HttpRequest.newBuilder(endpoint)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .header("MCP-Protocol-Version", "2026-07-28")
                .header("Mcp-Method", "tools/call")
                .header("Mcp-Name", tool)
                .POST(HttpRequest.BodyPublishers.ofString(
                        Requests.modern(1, "tools/call", Requests.call(tool, arguments))))
                .build();
    }

    @Test
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
    void sigterm_ends_it_after_the_calls_in_flight_were_answered() throws Exception {
        try (CliProcess tenon = CliProcess.tenon("demo", "--http", ANY_PORT)) {
            URI endpoint = address(tenon, "HTTP");
            tenon.lineWith("Ctrl-C");
            HttpRequest slow = call(endpoint, "count", "{\"to\":3,\"pauseMillis\":1000}");
            client.send(call(endpoint, "count", "{\"to\":1,\"pauseMillis\":0}"), BodyHandlers.ofString());
            CompletableFuture<HttpResponse<String>> answer = client.sendAsync(slow, BodyHandlers.ofString());
            TimeUnit.MILLISECONDS.sleep(1000);

            tenon.terminate();

            assertThat(answer.get(30, TimeUnit.SECONDS).body()).contains("Counted to 3.");
            assertThat(tenon.exitCode()).isEqualTo(STOPPED_BY_SIGTERM);
            assertThat(tenon.remaining()).last().isEqualTo("Stopped.");
            assertThat(tenon.errors()).isEmpty();
        }
    }

    @Test
    void a_port_that_is_taken_is_told_with_what_to_do() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
                CliProcess tenon = CliProcess.tenon("demo", "--http", "127.0.0.1:" + taken.getLocalPort())) {
            assertThat(tenon.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(tenon.errors())
                    .startsWith("tenon: ")
                    .contains("127.0.0.1:" + taken.getLocalPort())
                    .contains("taken")
                    .contains("--http 127.0.0.1:0")
                    .doesNotContain("Exception");
            assertThat(tenon.remaining()).isEmpty();
        }
    }

    @Test
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
