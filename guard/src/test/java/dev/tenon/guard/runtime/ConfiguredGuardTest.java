package dev.tenon.guard.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.McpClient;
import dev.tenon.client.error.McpClientException;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.guard.Conditions;
import dev.tenon.guard.command.ApprovalPrompt;
import dev.tenon.guard.command.CommandApprovalStore;
import dev.tenon.guard.command.CommandAuthorizer;
import dev.tenon.guard.command.CommandRefusedException;
import dev.tenon.guard.command.SandboxMissingException;
import dev.tenon.guard.config.ConfigException;
import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.json.Json;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.Implementation;
import dev.tenon.model.Revision;
import dev.tenon.server.McpServer;
import dev.tenon.server.call.ClientInputRequest;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** A guard that runs from an unchanged file. */
class ConfiguredGuardTest extends ConfiguredGuardFixture {
    @Test
    void a_configured_guard_applies_policies_and_audits_calls() throws Exception {
        Path file = writeConfig("""
                version: 1
                front: {http: "127.0.0.1:0"}
                upstreams:
                  files: {url: "URL"}
                policies:
                  tools: {deny: [slow]}
                  secrets: {mode: enforce}
                audit: {file: audit.jsonl}
                """);
        try (ConfiguredGuard guard = ConfiguredGuard.follow(file, newEnvironment(ApprovalPrompt.NON_INTERACTIVE));
                TenonHttpServer downstream = startHttp(guard);
                McpClient client = client(downstream, Revision.V2025_11_25)) {
            assertThat(client.server().implementation().name()).isEqualTo("files");
            assertThat(toolNames(client)).containsExactly("echo");
            assertThat(echo(client, "echo", "hello")).isEqualTo("hello");
            assertThat(client.callTool("echo", Map.of("text", 7)).isError()).isTrue();
            assertThatThrownBy(() -> client.callTool("slow", Map.of())).isInstanceOf(ServerErrorException.class);
            List<Json> lines = Files.readAllLines(directory.resolve("audit.jsonl")).stream()
                    .map(Json::parse)
                    .filter(line -> line.get("method") != null)
                    .filter(line -> "tools/call".equals(line.get("method").string()))
                    .toList();
            assertThat(lines)
                    .extracting(line -> line.get("verdict").string())
                    .containsExactly("passed", "refused", "refused");
            assertThat(lines.get(0).get("upstream").string()).isEqualTo("files");
            assertThat(lines.get(1)
                            .get("findings")
                            .elements()
                            .get(0)
                            .get("rule")
                            .string())
                    .isEqualTo("schemas.input");
        }
    }

    @Test
    void the_strictest_server_of_an_endpoint_determines_leniency() throws Exception {
        String config = "version: 1\nupstreams:\n  a: {url: \"URL\", prefix: a_, policies: {gate: {mode: warn}}}\n";
        Path file = writeConfig(config);
        try (ConfiguredGuard guard = ConfiguredGuard.follow(file, newEnvironment(ApprovalPrompt.NON_INTERACTIVE));
                TenonHttpServer downstream = TenonHttpServer.builder(
                                guard.serversByPath().get(""))
                        .port(0)
                        .start()) {
            assertThat(postWithoutVersion(downstream)).contains("\"result\"");
            writeConfig(config + "  b: {url: \"URL\", prefix: b_}\n");
            Conditions.await(
                    Duration.ofSeconds(20), () -> postWithoutVersion(downstream).contains("-32600"));
        }
    }

    private static String postWithoutVersion(TenonHttpServer downstream) {
        String body = "{\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\","
                + "\"capabilities\":{},\"clientInfo\":{\"name\":\"raw\",\"version\":\"1\"}}}";
        HttpRequest request = HttpRequest.newBuilder(downstream.uri())
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        try {
            return HttpClient.newHttpClient()
                    .send(request, HttpResponse.BodyHandlers.ofString())
                    .body();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Issue 20, item 12: the main thread and the shutdown hook both close the guard; a call keeps its grace period.
     */
    @Test
    void a_second_close_waits_for_the_first() throws Exception {
        Path file = writeConfig("version: 1\nupstreams: {files: {url: \"URL\"}}\n");
        try (ConfiguredGuard guard = ConfiguredGuard.follow(file, newEnvironment(ApprovalPrompt.NON_INTERACTIVE));
                TenonHttpServer downstream = TenonHttpServer.builder(
                                guard.serversByPath().get(""))
                        .port(0)
                        .start();
                McpClient client = client(downstream, Revision.V2025_11_25)) {
            CompletableFuture<CallToolResult> call =
                    CompletableFuture.supplyAsync(() -> client.callTool("slow", Map.of()));
            assertThat(slowCallStarted.await(30, TimeUnit.SECONDS)).isTrue();
            CompletableFuture<Void> first = CompletableFuture.runAsync(() -> guard.close(Duration.ofSeconds(30)));
            CompletableFuture<Void> second = CompletableFuture.runAsync(guard::close);

            assertThatThrownBy(() -> second.get(500, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
            assertThat(first).isNotDone();
            slowCallMayEnd.countDown();
            assertThat(text(call.get(30, TimeUnit.SECONDS))).isEqualTo("done");
            CompletableFuture.allOf(first, second).get(30, TimeUnit.SECONDS);
        }
    }

    @Test
    void a_rate_limit_sets_the_http_retry_after_header() throws Exception {
        Path file = writeConfig("""
                version: 1
                upstreams: {files: {url: "URL"}}
                policies: {rates: {rules: [{rate: 1/hour, burst: 1}]}}
                """);
        try (ConfiguredGuard guard = ConfiguredGuard.follow(file, newEnvironment(ApprovalPrompt.NON_INTERACTIVE));
                TenonHttpServer downstream = TenonHttpServer.builder(
                                guard.serversByPath().get(""))
                        .port(0)
                        .start()) {
            assertThat(postCall(downstream).statusCode()).isEqualTo(200);
            HttpResponse<String> refused = postCall(downstream);
            assertThat(refused.statusCode()).isEqualTo(429);
            String seconds = refused.headers().firstValue("Retry-After").orElseThrow();
            assertThat(Long.parseLong(seconds)).isBetween(3500L, 3600L);
            Json error = Json.parse(refused.body()).get("error");
            assertThat(error.get("code").toString()).isEqualTo("429");
            assertThat(error.get("data").get("retryAfter").toString()).isEqualTo(seconds);
        }
    }

    private static HttpResponse<String> postCall(TenonHttpServer downstream) throws Exception {
        URI uri = downstream.uri();
        HttpRequest request = HttpRequest.newBuilder(uri)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .header("MCP-Protocol-Version", "2026-07-28")
                .header("Mcp-Method", "tools/call")
                .header("Mcp-Name", "echo")
                .POST(HttpRequest.BodyPublishers.ofString("""
                                {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"x"},\
                                "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",\
                                "io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},\
                                "io.modelcontextprotocol/clientCapabilities":{}}}}"""))
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** Issue 20, "A metric for each bound". */
    @Test
    void client_and_standard_error_limits_are_counted() throws Exception {
        Path file = writeConfig("""
                version: 1
                front: {http: "127.0.0.1:0"}
                limits: {sessionsPerCaller: 1}
                audit: {file: audit.jsonl}
                upstreams:
                  files: {url: "URL"}
                  noisy: {command: [sh, -c, "yes | head -n 50000 >&2"], path: /noisy}
                """);
        try (ConfiguredGuard guard =
                        ConfiguredGuard.follow(file, newEnvironment(command -> ApprovalPrompt.ApprovalDecision.YES));
                TenonHttpServer files = TenonHttpServer.builder(
                                guard.serversByPath().get("/mcp"))
                        .port(0)
                        .start();
                TenonHttpServer noisy = TenonHttpServer.builder(
                                guard.serversByPath().get("/noisy"))
                        .port(0)
                        .start()) {
            assertThat(initialize(files)).isEqualTo(200);
            assertThat(initialize(files)).isEqualTo(200);
            assertThatThrownBy(() -> client(noisy, Revision.V2025_11_25).close())
                    .isInstanceOf(McpClientException.class);
            Conditions.await(Duration.ofSeconds(20), () -> guard.limitCounts().getOrDefault("stderr", 0L) > 40_000);
            assertThat(guard.limitCounts())
                    .containsEntry("sessions_per_caller", 1L)
                    .containsEntry("audit_calls", 0L)
                    .containsKeys("requests_per_process", "queue", "uri_chars");
        }
    }

    /** Issue 20, "a metric for each bound": the limits of upstream connections and of suspended calls. */
    @Test
    void connection_and_suspended_call_limits_are_counted() throws Exception {
        McpServer asking = McpServer.builder("asking", "1")
                .revisions(Revision.V2025_11_25)
                .tool("ask")
                .handler((in, call) -> call.requestInput("ok", ClientInputRequest.form("Do it?", Ok.class))
                        .orElseThrow()
                        .toString())
                .build();
        String text = """
                version: 1
                front: {http: "127.0.0.1:0"}
                limits: {sessions: 1, parkedCalls: 1}
                upstreams: {asking: {url: "%s"}}
                """;
        try (TenonHttpServer askingHttp = TenonHttpServer.builder(asking)
                        .port(0)
                        .closeServersOnShutdown()
                        .start();
                ConfiguredGuard guard = ConfiguredGuard.follow(
                        writeConfig(text.formatted(askingHttp.uri())), newEnvironment(ApprovalPrompt.NON_INTERACTIVE));
                TenonHttpServer downstream = startHttp(guard)) {
            assertThat(guard.limitCounts())
                    .containsEntry("upstream_connections", 0L)
                    .containsEntry("parked_calls", 0L);
            assertThat(callAskTool(downstream, "{\"elicitation\":{}}")).contains("input_required");
            assertThat(callAskTool(downstream, "{\"elicitation\":{}}")).contains("429", "(limit: suspendedCalls)");
            assertThat(callAskTool(downstream, "{\"elicitation\":{},\"roots\":{}}"))
                    .contains("429", "GuardLimits.connections)");
            assertThat(guard.limitCounts()).containsEntry("parked_calls", 1L);
            // More than once: a policy requests the tool list as well.
            assertThat(guard.limitCounts().get("upstream_connections")).isPositive();
        }
    }

    record Ok(boolean ok) {}

    /** Returns the response for a client of 2026-07-28 with these capabilities to a call of the tool {@code ask}. */
    private static String callAskTool(TenonHttpServer downstream, String capabilities) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(downstream.uri())
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .header("MCP-Protocol-Version", "2026-07-28")
                .header("Mcp-Method", "tools/call")
                .header("Mcp-Name", "ask")
                .POST(HttpRequest.BodyPublishers.ofString("""
                        {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ask","arguments":{},"_meta":{
                        "io.modelcontextprotocol/protocolVersion":"2026-07-28",
                        "io.modelcontextprotocol/clientCapabilities":%s}}}""".formatted(capabilities)))
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private static int initialize(TenonHttpServer downstream) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(downstream.uri())
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .POST(HttpRequest.BodyPublishers.ofString("""
                        {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",
                        "capabilities":{},"clientInfo":{"name":"test","version":"1"}}}"""))
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    @Test
    void a_command_must_be_approved_and_its_sandbox_available() throws Exception {
        Path file = writeConfig("version: 1\nupstreams: {files: {command: [sh, -c, \"curl x | sh\"]}}\n");
        assertThatThrownBy(() -> ConfiguredGuard.follow(file, newEnvironment(ApprovalPrompt.NON_INTERACTIVE)))
                .isInstanceOf(CommandRefusedException.class)
                .hasMessageContaining("command.pipe-to-shell")
                .hasMessageContaining("tenon guard approve");
        assertThatThrownBy(() ->
                        ConfiguredGuard.follow(file, newEnvironment(command -> ApprovalPrompt.ApprovalDecision.NO)))
                .isInstanceOf(CommandRefusedException.class);
        ConfiguredGuard.follow(file, newEnvironment(command -> ApprovalPrompt.ApprovalDecision.YES))
                .close(Duration.ZERO);
        ConfiguredGuard.follow(file, newEnvironment(ApprovalPrompt.NON_INTERACTIVE))
                .close(Duration.ZERO);

        Path sandboxed = writeConfig("version: 1\nupstreams: {files: {command: [cat], sandbox: {network: false}}}\n");
        GuardEnvironment environment = new GuardEnvironment(
                Implementation.of("guard", "1"),
                Map.of(),
                new CommandAuthorizer(
                        new CommandApprovalStore(directory.resolve("approved.json")),
                        command -> ApprovalPrompt.ApprovalDecision.YES,
                        Map.of("PATH", directory.toString())),
                System.err::println,
                List.of());
        assertThatThrownBy(() -> ConfiguredGuard.follow(sandboxed, environment))
                .isInstanceOf(SandboxMissingException.class);
    }

    @Test
    void an_invalid_file_at_start_is_reported_with_line_numbers() throws Exception {
        Path file = writeConfig("version: 1\nupstreams:\n  files:\n    ulr: x\n");
        assertThatThrownBy(() -> ConfiguredGuard.follow(file, newEnvironment(ApprovalPrompt.NON_INTERACTIVE)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("line 4");
    }

    @Test
    void an_unreachable_server_is_an_error() throws Exception {
        Path file = writeConfig("version: 1\nupstreams: {files: {url: \"http://127.0.0.1:1/mcp\"}}\n");
        try (ConfiguredGuard guard = ConfiguredGuard.follow(file, newEnvironment(ApprovalPrompt.NON_INTERACTIVE));
                TenonHttpServer downstream = TenonHttpServer.builder(
                                guard.serversByPath().get(""))
                        .port(0)
                        .start()) {
            assertThatThrownBy(() -> client(downstream, Revision.V2025_11_25).close())
                    .isInstanceOf(McpClientException.class)
                    .hasMessageContaining("cannot be reached");
        }
    }
}
