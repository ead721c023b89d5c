package dev.tenon.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.endpoint.CommandTarget;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.client.error.CallTimeoutException;
import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.error.McpClientException;
import dev.tenon.client.handler.ApprovalPolicy;
import dev.tenon.coverage.thread.BlockedThreadCheck;
import dev.tenon.json.Json;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.ElicitResult;
import dev.tenon.model.Revision;
import dev.tenon.model.TextContent;
import dev.tenon.model.Tool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Which timeout applies: that of the call, of the user's response or of the connection. */
@BlockedThreadCheck
class TimeoutTest {
    private static final CallOptions SHORT_TIMEOUT = CallOptions.DEFAULT.withTimeout(Duration.ofMillis(2500));

    @TempDir
    private Path folder;

    private static ElicitResult acceptAfterDelay() throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(4500);
        return ElicitResult.accept(Json.of(Map.of("name", "Bo", "age", 7)));
    }

    private static String text(CallToolResult result) {
        return ((TextContent) result.content().get(0)).text();
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @CsvSource({
        "V2025_11_25, MEMORY",
        "V2025_11_25, HTTP",
        "V2025_06_18, SSE",
        "V2026_07_28, MEMORY",
        "V2026_07_28, HTTP"
    })
    @Execution(ExecutionMode.CONCURRENT)
    void the_timeout_is_paused_while_a_person_fills_in_a_form(Revision revision, TestTransport transport) {
        ClientBuilder builder =
                McpClient.builder("test", "1").revisions(revision).onForm((form, requester) -> acceptAfterDelay());
        try (TestServer server = new TestServer();
                TestTransport.Endpoint endpoint = transport.serve(server.server);
                McpClient client = builder.connect(endpoint.target())) {
            assertThat(text(client.callTool("ask", Map.of(), SHORT_TIMEOUT))).isEqualTo("Bo is 7");
        }
    }

    @Test
    void the_timeout_is_paused_while_a_person_approves_a_call() {
        ApprovalPolicy slowPolicy = new ApprovalPolicy() {
            @Override
            public boolean approveToolCall(Tool tool, Json arguments) {
                try {
                    acceptAfterDelay();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                return true;
            }
        };
        try (TestServer server = new TestServer();
                TestTransport.Endpoint endpoint = TestTransport.HTTP.serve(server.server);
                McpClient client = McpClient.builder("test", "1")
                        .approvalPolicy(slowPolicy)
                        .connect(endpoint.target())) {
            assertThat(text(client.callTool("run", Map.of(), SHORT_TIMEOUT))).isEqualTo("run 1");
        }
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource(
            value = TestTransport.class,
            names = {"MEMORY", "HTTP"})
    @Execution(ExecutionMode.CONCURRENT)
    void a_call_ends_at_its_maximum_timeout_even_if_the_user_never_responds(TestTransport transport) {
        ClientBuilder builder = McpClient.builder("test", "1")
                .revisions(Revision.V2025_11_25)
                .limits(ClientLimits.DEFAULT.toBuilder()
                        .maxCallTimeout(Duration.ofSeconds(3))
                        .build())
                .onForm((form, requester) -> {
                    TimeUnit.SECONDS.sleep(20);
                    return ElicitResult.decline();
                });
        try (TestServer server = new TestServer();
                TestTransport.Endpoint endpoint = transport.serve(server.server);
                McpClient client = builder.connect(endpoint.target())) {
            assertThatThrownBy(() -> client.callTool("ask", Map.of(), SHORT_TIMEOUT))
                    .isInstanceOf(CallTimeoutException.class);
        }
    }

    @Test
    @Tag("exhaustive")
    void over_http_a_server_request_pauses_only_the_call_that_it_belongs_to() throws Exception {
        ClientBuilder builder = McpClient.builder("test", "1")
                .revisions(Revision.V2025_11_25)
                .onForm((form, requester) -> acceptAfterDelay());
        try (TestServer server = new TestServer();
                TestTransport.Endpoint endpoint = TestTransport.HTTP.serve(server.server);
                McpClient client = builder.connect(endpoint.target());
                BackgroundTask<CallToolResult> askTask =
                        new BackgroundTask<>(() -> client.callTool("ask", Map.of(), SHORT_TIMEOUT))) {
            long start = System.nanoTime();
            assertThatThrownBy(() -> client.callTool("sleep", Map.of(), SHORT_TIMEOUT))
                    .isInstanceOf(CallTimeoutException.class);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMillis(6500));
            assertThat(text(askTask.result())).isEqualTo("Bo is 7");
        }
    }

    @Test
    @Tag("exhaustive")
    void the_call_timeout_includes_connecting_and_the_next_call_uses_the_connection() throws Exception {
        String server = String.join(
                " ", CrashingServer.target(folder.resolve("crashes.log")).command());
        Path markerFile = folder.resolve("started");
        // The first start is quick, all others take longer.
        CommandTarget target = ServerTarget.command(
                "sh", "-c", "[ -e " + markerFile + " ] && sleep 9; touch " + markerFile + "; exec " + server);
        try (McpClient client = McpClient.builder("test", "1").connect(target)) {
            assertThatThrownBy(() -> client.callTool("crash", Map.of())).isInstanceOf(ConnectionFailedException.class);
            long start = System.nanoTime();
            assertThatThrownBy(() -> client.callTool("process", Map.of(), SHORT_TIMEOUT))
                    .isInstanceOf(CallTimeoutException.class)
                    .hasMessageContaining("connection");
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMillis(8500));
            assertThat(text(client.callTool("process", Map.of()))).matches("[0-9]+");
            assertThat(client.status().connectionsMade()).isEqualTo(2);
        }
    }

    @Test
    @Tag("exhaustive")
    void a_client_that_is_closed_while_it_connects_leaves_no_thread() throws Exception {
        Path markerFile = folder.resolve("pid");
        CommandTarget target = ServerTarget.command("sh", "-c", "echo $$ > " + markerFile + "; exec sleep 60");
        ClientBuilder builder = McpClient.builder("test", "1")
                .limits(ClientLimits.DEFAULT.toBuilder()
                        .connectTimeout(Duration.ofSeconds(3))
                        .probeTimeout(Duration.ofSeconds(1))
                        .build());
        assertThatThrownBy(() -> builder.connect(target)).isInstanceOf(McpClientException.class);
        long pid = Long.parseLong(Files.readString(markerFile).strip());
        Conditions.await(() -> !isAlive(pid));
    }

    private static boolean isAlive(long pid) {
        return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }
}
