package dev.tenon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs the command from the module path, where only exported and opened packages are accessible. */
class ModulePathTest {
    @Test
    @Tag("exhaustive")
    void serves_stdio_from_the_module_path_with_records_and_schemas() throws Exception {
        try (CliProcess tenon = CliProcess.startFromModulePath("demo", "--stdio")) {
            tenon.send(RequestLines.createStatelessRequest(
                    1,
                    "tools/call",
                    RequestLines.createCallParams(
                            "convert", "{\"degrees\":100,\"from\":\"CELSIUS\",\"to\":\"KELVIN\"}")));
            Json response = Json.parse(tenon.readLine());
            assertThat(response.get("result").get("isError"))
                    .as(response.toString())
                    .isNull();
            tenon.send(
                    RequestLines.createStatelessRequest(2, "tools/call", RequestLines.createCallParams("echo", "{}")));
            assertThat(RequestLines.readText(Json.parse(tenon.readLine()))).contains("text");
        }
    }

    @Test
    @Tag("exhaustive")
    void serves_http_from_the_module_path() throws Exception {
        try (CliProcess tenon = CliProcess.startFromModulePath("demo", "--http", "127.0.0.1:0")) {
            URI endpoint =
                    URI.create(tenon.readLineContaining("  HTTP  ").strip().split(" +")[1]);
            HttpRequest request = HttpRequest.newBuilder(endpoint)
                    .header("Content-Type", "application/json")
                    .header("Accept", "application/json, text/event-stream")
                    .header("MCP-Protocol-Version", "2026-07-28")
                    .header("Mcp-Method", "tools/call")
                    .header("Mcp-Name", "echo")
                    .POST(HttpRequest.BodyPublishers.ofString(
                            RequestLines.createStatelessRequest(1, "tools/call", RequestLines.createEchoParams("hi"))))
                    .build();
            HttpResponse<String> response =
                    HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
            assertThat(RequestLines.readText(Json.parse(response.body()))).isEqualTo("hi");
        }
    }
}
