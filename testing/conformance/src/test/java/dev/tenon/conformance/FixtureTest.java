package dev.tenon.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedWriter;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the fixture in its own process, as the suite and the clients start it. */
class FixtureTest {
    private static final String REVISION = "2026-07-28";
    private static final String CALL = """
            {"jsonrpc":"2.0","id":"first","method":"tools/call","params":{"name":"test_simple_text","_meta":{\
            "io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}""";

    @Test
    @Tag("exhaustive")
    void it_responds_over_http() throws IOException, InterruptedException {
        try (FixtureProcess fixture = FixtureProcess.start()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(fixture.url()))
                    .header("Content-Type", "application/json")
                    .header("Accept", "application/json, text/event-stream")
                    .header("MCP-Protocol-Version", REVISION)
                    .header("Mcp-Method", "tools/call")
                    .header("Mcp-Name", "test_simple_text")
                    .POST(BodyPublishers.ofString(CALL))
                    .build();

            HttpResponse<String> response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());

            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.body()).contains("\"first\"", "This is a simple text response for testing.");
        }
    }

    @Test
    void it_responds_over_stdio_and_ends_with_its_input() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(FixtureProcess.command("--stdio")).start();
        try (BufferedWriter input = process.outputWriter(UTF_8)) {
            input.write(CALL + "\n");
        }

        String output = new String(process.getInputStream().readAllBytes(), UTF_8);

        assertThat(output.lines()).singleElement().asString().contains("\"first\"", "This is a simple text response");
        assertThat(process.waitFor()).isZero();
    }

    @Test
    @Tag("exhaustive")
    void it_prints_its_usage() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(FixtureProcess.command("0", "--htpsse")).start();

        assertThat(new String(process.getErrorStream().readAllBytes(), UTF_8))
                .contains("Unknown option: --htpsse", "usage:");
        assertThat(process.waitFor()).isEqualTo(2);
    }
}
