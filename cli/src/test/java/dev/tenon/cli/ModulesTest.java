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
class ModulesTest {
    @Test
    @Tag("exhaustive")
    void serves_stdio_from_the_module_path_with_records_and_schemas() throws Exception {
        try (CliProcess tenon = CliProcess.module("demo", "--stdio")) {
            tenon.send(Requests.modern(
                    1,
                    "tools/call",
                    Requests.call("convert", "{\"degrees\":100,\"from\":\"CELSIUS\",\"to\":\"KELVIN\"}")));
            Json answer = Json.parse(tenon.line());
            assertThat(answer.get("result").get("isError"))
                    .as(answer.toString())
                    .isNull();
            tenon.send(Requests.modern(2, "tools/call", Requests.call("echo", "{}")));
            assertThat(Requests.text(Json.parse(tenon.line()))).contains("text");
        }
    }

    @Test
    @Tag("exhaustive")
    void serves_http_from_the_module_path() throws Exception {
        try (CliProcess tenon = CliProcess.module("demo", "--http", "127.0.0.1:0")) {
            URI endpoint = URI.create(tenon.lineWith("  HTTP  ").strip().split(" +")[1]);
            HttpRequest request = HttpRequest.newBuilder(endpoint)
                    .header("Content-Type", "application/json")
                    .header("Accept", "application/json, text/event-stream")
                    .header("MCP-Protocol-Version", "2026-07-28")
                    .header("Mcp-Method", "tools/call")
                    .header("Mcp-Name", "echo")
                    .POST(HttpRequest.BodyPublishers.ofString(Requests.modern(1, "tools/call", Requests.echo("hi"))))
                    .build();
            HttpResponse<String> response =
                    HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
            assertThat(Requests.text(Json.parse(response.body()))).isEqualTo("hi");
        }
    }
}
