package dev.tenon.guard.runtime;

import dev.tenon.client.McpClient;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.guard.command.ApprovalPrompt;
import dev.tenon.guard.command.CommandApprovalStore;
import dev.tenon.guard.command.CommandAuthorizer;
import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.json.Json;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.Implementation;
import dev.tenon.model.Revision;
import dev.tenon.model.TextContent;
import dev.tenon.model.Tool;
import dev.tenon.server.McpServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** An upstream server with a guard, and helpers for tests of configured guards. */
abstract class ConfiguredGuardFixture {
    static final Json TEXT =
            Json.parse("{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}},\"required\":[\"text\"]}");

    @TempDir
    Path directory;

    final CountDownLatch slowCallStarted = new CountDownLatch(1);
    final CountDownLatch slowCallMayEnd = new CountDownLatch(1);
    private McpServer upstream;
    private TenonHttpServer upstreamHttp;

    @BeforeEach
    void serve() {
        upstream = McpServer.builder("files", "1")
                .tool("echo")
                .inputSchema(TEXT)
                .handler((in, call) -> in.get("text").string())
                .tool("slow")
                .handler((in, call) -> {
                    slowCallStarted.countDown();
                    slowCallMayEnd.await(60, TimeUnit.SECONDS);
                    return "done";
                })
                .build();
        upstreamHttp = TenonHttpServer.builder(upstream).port(0).start();
    }

    @AfterEach
    void end() {
        upstreamHttp.close();
        upstream.close(Duration.ZERO);
    }

    GuardEnvironment newEnvironment(ApprovalPrompt prompt) {
        CommandAuthorizer authorizer = new CommandAuthorizer(
                new CommandApprovalStore(directory.resolve("approved.json")), prompt, System.getenv());
        return new GuardEnvironment(
                Implementation.of("guard", "1"), System.getenv(), authorizer, System.err::println, List.of());
    }

    Path writeConfig(String text) throws IOException {
        Path file = directory.resolve("guard.yaml");
        Path temporary = directory.resolve("fresh.yaml");
        Files.writeString(temporary, text.replace("URL", upstreamHttp.uri().toString()));
        Files.move(temporary, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        return file;
    }

    static TenonHttpServer startHttp(ConfiguredGuard guard) {
        Map.Entry<String, McpServer> only =
                guard.serversByPath().entrySet().iterator().next();
        return TenonHttpServer.builder(only.getValue())
                .path(only.getKey())
                .port(0)
                .start();
    }

    static McpClient client(TenonHttpServer downstream, Revision revision) {
        return McpClient.builder("test", "1").revisions(revision).connect(ServerTarget.http(downstream.uri()));
    }

    static String text(CallToolResult result) {
        return ((TextContent) result.content().get(0)).text();
    }

    static String echo(McpClient client, String tool, String text) {
        return text(client.callTool(tool, Map.of("text", text)));
    }

    static List<String> toolNames(McpClient client) {
        return client.tools().toList().stream().map(Tool::name).toList();
    }
}
