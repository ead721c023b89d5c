package dev.tenon.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.McpClient;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.client.error.ResourceNotFoundException;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.Prompt;
import dev.tenon.model.Resource;
import dev.tenon.model.Revision;
import dev.tenon.model.TextContent;
import dev.tenon.model.TextResourceContents;
import dev.tenon.model.Tool;
import dev.tenon.server.Limits;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A guard of a server that it starts. */
class ProcessesTest {
    private static String text(CallToolResult result) {
        return ((TextContent) result.content().get(0)).text();
    }

    private static void assertFeatures(McpClient client) {
        assertThat(client.server().implementation().name()).isEqualTo("behind");
        assertThat(client.server().instructions()).isEqualTo("Be gentle.");
        assertThat(client.tools().toList()).extracting(Tool::name).contains("echo", "add", "ask");
        assertThat(text(client.callTool("echo", Map.of("text", "grüß dich")))).isEqualTo("grüß dich");
        assertThat(client.resources().toList()).extracting(Resource::uri).containsExactly("test://one");
        assertThat(((TextResourceContents)
                                client.readResource("test://items/x").contents().get(0))
                        .text())
                .isEqualTo("item x");
        assertThatThrownBy(() -> client.readResource("test://items/none"))
                .isInstanceOf(ResourceNotFoundException.class);
        assertThat(client.prompts().toList()).extracting(Prompt::name).containsExactly("greet");
        assertThat(client.getPrompt("greet", Map.of("name", "Bo")).messages()).hasSize(1);
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource(
            value = Revision.class,
            names = {"V2025_11_25", "V2026_07_28"})
    void a_guard_replaces_the_command_of_a_server(Revision revision) {
        ServerTarget guard = TestPrograms.guardTarget(TestPrograms.serverCommand(revision));
        try (McpClient client =
                McpClient.builder("front", "1").revisions(revision).connect(guard)) {
            assertFeatures(client);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Revision.class,
            names = {"V2025_11_25", "V2026_07_28"})
    void clients_reach_a_command_by_http(Revision revision) {
        try (Guard guard = Guard.builder(ServerTarget.command(
                                TestPrograms.serverCommand(revision).toArray(String[]::new)))
                        .build();
                TenonHttpServer http =
                        TenonHttpServer.builder(guard.server()).port(0).start();
                McpClient client =
                        McpClient.builder("front", "1").revisions(revision).connect(ServerTarget.http(http.uri()))) {
            assertFeatures(client);
        }
    }

    /** Issue 20, item 14. */
    @Test
    @Tag("exhaustive")
    void the_processes_of_one_address_are_limited() throws Exception {
        List<String> command = TestPrograms.serverCommand(Revision.V2025_11_25);
        Limits limits = Limits.DEFAULT.toBuilder().sessionsPerCaller(2).build();
        try (Guard guard = Guard.builder(ServerTarget.command(command.toArray(String[]::new)))
                        .serverLimits(limits)
                        .build();
                TenonHttpServer http = TenonHttpServer.builder(guard.server())
                        .port(0)
                        .trustedProxies("127.0.0.1")
                        .start()) {
            String otherSession = openSession("192.0.2.1", http);
            for (int i = 0; i < 4; i++) {
                openSession("192.0.2.2", http);
            }
            long until = System.nanoTime() + Duration.ofSeconds(30).toNanos();
            while (guard.connectionCount() > 3 && System.nanoTime() < until) {
                Thread.sleep(20);
            }
            assertThat(guard.connectionCount()).isEqualTo(3);
            HttpRequest.Builder call = post(http, "192.0.2.1", """
                    {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"here"}}}""");
            assertThat(HttpClient.newHttpClient()
                            .send(call.header("Mcp-Session-Id", otherSession).build(), BodyHandlers.ofString())
                            .body())
                    .contains("\"here\"");
        }
    }

    /** Issue 20, item 14: clients without sessions declare capabilities with each request. */
    @Test
    @Tag("exhaustive")
    void the_processes_of_one_address_without_sessions_are_limited() throws Exception {
        String[] command = TestPrograms.serverCommand(Revision.V2025_11_25).toArray(String[]::new);
        GuardLimits limits = GuardLimits.DEFAULT.withConnections(5).withConnectionsPerCaller(2);
        try (Guard guard = Guard.builder(ServerTarget.command(command))
                        .limits(limits)
                        .build();
                TenonHttpServer http = TenonHttpServer.builder(guard.server())
                        .port(0)
                        .trustedProxies("127.0.0.1")
                        .start()) {
            for (int i = 0; i < 6; i++) {
                assertThat(echo("192.0.2.2", i, http)).contains("\"here\"");
                assertThat(guard.connectionCount()).isLessThanOrEqualTo(2);
            }
            assertThat(echo("192.0.2.1", 6, http)).contains("\"here\"");
            assertThat(guard.connectionCount()).isEqualTo(3);
            assertThat(echo("192.0.2.1", 5, http)).contains("\"here\"");
            assertThat(guard.connectionCount())
                    .as("clients that declare the same share a connection")
                    .isEqualTo(3);
        }
    }

    private static String echo(String address, int capability, TenonHttpServer http) throws Exception {
        HttpRequest.Builder call = post(http, address, """
                {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"here"},
                "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",
                "io.modelcontextprotocol/clientInfo":{"name":"front","version":"1"},
                "io.modelcontextprotocol/clientCapabilities":{"experimental":{"e%d":{}},"extensions":{"a.b/%s":{}}}}}}""".formatted(capability, address.replace('.', '-')))
                .header("MCP-Protocol-Version", "2026-07-28")
                .header("Mcp-Method", "tools/call")
                .header("Mcp-Name", "echo");
        return HttpClient.newHttpClient()
                .send(call.build(), BodyHandlers.ofString())
                .body();
    }

    /** Opens a session of a client without an open stream, so that it is idle. */
    private static String openSession(String address, TenonHttpServer http) throws Exception {
        HttpRequest.Builder initialize = post(http, address, """
                {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},
                "clientInfo":{"name":"front","version":"1"}}}""");
        HttpResponse<String> opened = HttpClient.newHttpClient().send(initialize.build(), BodyHandlers.ofString());
        return opened.headers().firstValue("Mcp-Session-Id").orElseThrow(() -> new AssertionError(opened.body()));
    }

    private static HttpRequest.Builder post(TenonHttpServer http, String address, String body) {
        return HttpRequest.newBuilder(http.uri())
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .header("X-Forwarded-For", address)
                .POST(BodyPublishers.ofString(body));
    }

    @Test
    @Tag("exhaustive")
    void a_crash_is_an_error_and_the_server_is_restarted() {
        Revision revision = Revision.V2025_11_25;
        try (Guard guard = Guard.builder(ServerTarget.command(
                                TestPrograms.serverCommand(revision).toArray(String[]::new)))
                        .build();
                TenonHttpServer http =
                        TenonHttpServer.builder(guard.server()).port(0).start();
                McpClient client =
                        McpClient.builder("front", "1").revisions(revision).connect(ServerTarget.http(http.uri()))) {
            assertThatThrownBy(() -> client.callTool("die", Map.of()))
                    .isInstanceOfSatisfying(ServerErrorException.class, e -> assertThat(e.serverMessage())
                            .isEqualTo("The upstream server cannot be reached, or the connection was lost;"
                                    + " try again later"));
            assertThat(text(client.callTool("echo", Map.of("text", "back")))).isEqualTo("back");
        }
    }

    @Test
    void a_missing_command_is_an_error_without_internals() {
        try (Guard guard =
                        Guard.builder(ServerTarget.command("/does/not/exist")).build();
                TenonHttpServer http =
                        TenonHttpServer.builder(guard.server()).port(0).start()) {
            assertThatThrownBy(() -> McpClient.builder("front", "1")
                            .revisions(Revision.V2025_11_25)
                            .connect(ServerTarget.http(http.uri()))
                            .close())
                    .hasMessageContaining("The upstream server cannot be reached")
                    .hasMessageNotContaining("/does/not/exist");
        }
    }
}
