package dev.tenon.guard.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.McpClient;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.guard.ChangeRecorder;
import dev.tenon.guard.Conditions;
import dev.tenon.guard.command.ApprovalPrompt;
import dev.tenon.guard.command.CommandRefusedException;
import dev.tenon.guard.command.LaunchSpec;
import dev.tenon.guard.config.GuardConfig;
import dev.tenon.guard.config.GuardConfigFile;
import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.Revision;
import dev.tenon.server.McpServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Changes of a guard's configuration file. */
class GuardReloadTest extends ConfiguredGuardFixture {
    @Test
    void a_changed_file_is_applied_and_an_invalid_one_is_not() throws Exception {
        String config = "version: 1\nupstreams: {files: {url: \"URL\"}}\n";
        Path file = writeConfig(config);
        try (ConfiguredGuard guard = ConfiguredGuard.follow(file, newEnvironment(ApprovalPrompt.NON_INTERACTIVE));
                TenonHttpServer downstream = TenonHttpServer.builder(
                                guard.serversByPath().get(""))
                        .port(0)
                        .start();
                McpClient client = client(downstream, Revision.V2025_11_25)) {
            assertThat(toolNames(client)).containsExactly("echo", "slow");
            CompletableFuture<CallToolResult> pendingCall =
                    CompletableFuture.supplyAsync(() -> client.callTool("slow", Map.of()));
            assertThat(slowCallStarted.await(20, TimeUnit.SECONDS)).isTrue();
            writeConfig(config + "policies: {tools: {deny: [slow]}}\n");
            Conditions.await(Duration.ofSeconds(20), () -> toolNames(client).equals(List.of("echo")));
            writeConfig("version: 1\nupstreams: {files: {ulr: x}}\n");
            Thread.sleep(1500);
            assertThat(toolNames(client)).containsExactly("echo");
            slowCallMayEnd.countDown();
            assertThat(text(pendingCall.get(20, TimeUnit.SECONDS))).isEqualTo("done");
        }
    }

    @Test
    void upstreams_are_added_and_removed_at_one_endpoint() throws Exception {
        String one = "version: 1\nupstreams:\n  a: {url: \"URL\", prefix: a_}\n  b: {url: \"URL\", prefix: b_}\n";
        Path file = writeConfig(one);
        try (ConfiguredGuard guard = ConfiguredGuard.follow(file, newEnvironment(ApprovalPrompt.NON_INTERACTIVE));
                TenonHttpServer downstream = TenonHttpServer.builder(
                                guard.serversByPath().get(""))
                        .port(0)
                        .start();
                McpClient old = client(downstream, Revision.V2025_11_25);
                McpClient modern = client(downstream, Revision.V2026_07_28)) {
            assertThat(toolNames(old)).containsExactly("a_echo", "a_slow", "b_echo", "b_slow");
            assertThat(echo(modern, "b_echo", "hi")).isEqualTo("hi");
            CompletableFuture<CallToolResult> pendingCall =
                    CompletableFuture.supplyAsync(() -> old.callTool("a_slow", Map.of()));
            assertThat(slowCallStarted.await(20, TimeUnit.SECONDS)).isTrue();
            writeConfig("version: 1\nupstreams:\n  b: {url: \"URL\", prefix: b_}\n  c: {url: \"URL\", prefix: c_}\n");
            List<String> after = List.of("b_echo", "b_slow", "c_echo", "c_slow");
            Conditions.await(
                    Duration.ofSeconds(20),
                    () -> toolNames(old).equals(after) && toolNames(modern).equals(after));
            assertThat(echo(old, "c_echo", "hi")).isEqualTo("hi");
            assertThatThrownBy(() -> echo(old, "a_echo", "hi")).isInstanceOf(ServerErrorException.class);
            slowCallMayEnd.countDown();
            assertThat(text(pendingCall.get(20, TimeUnit.SECONDS))).isEqualTo("done");
        }
    }

    /** Issue 20, item 8: a client that connects while its server is replaced gets the replacement. */
    @ParameterizedTest
    @Tag("exhaustive")
    @CsvSource({"V2025_11_25,''", "V2026_07_28,''", "V2025_11_25,a_", "V2026_07_28,a_"})
    void clients_that_connect_during_replacement_are_served(Revision revision, String prefix) throws Exception {
        String text = "version: 1\nupstreams: {a: {url: \"URL\", prefix: \"" + prefix + "\", timeout: 20s}}\n";
        GuardConfig one = GuardConfigFile.read(writeConfig(text));
        GuardConfig other = GuardConfigFile.read(writeConfig(text.replace("20s", "21s")));
        try (ConfiguredGuard guard = ConfiguredGuard.of(one, newEnvironment(ApprovalPrompt.NON_INTERACTIVE));
                TenonHttpServer downstream = TenonHttpServer.builder(
                                guard.serversByPath().get(""))
                        .port(0)
                        .start()) {
            AtomicBoolean replacing = new AtomicBoolean(true);
            CompletableFuture<Integer> replaced = CompletableFuture.supplyAsync(() -> {
                int count = 0;
                while (replacing.get()) {
                    guard.applyConfig(count++ % 2 == 0 ? other : one);
                }
                return count;
            });
            try {
                for (int i = 0; i < 40; i++) {
                    try (McpClient client = client(downstream, revision)) {
                        assertThat(echo(client, prefix + "echo", "hi")).isEqualTo("hi");
                    }
                }
            } finally {
                replacing.set(false);
            }
            assertThat(replaced.get(60, TimeUnit.SECONDS)).isGreaterThan(5);
        }
    }

    /**
     * Issue 20, "it holds": a session of a sole server continues with the server and the policies of the changed file.
     */
    @Test
    void a_session_continues_with_the_changed_server_and_policies() throws Exception {
        String without = """
                version: 1
                front: {http: "127.0.0.1:0"}
                upstreams:
                  other: {url: "URL", path: /other}
                """;
        ChangeRecorder changes = new ChangeRecorder();
        GuardConfig first = GuardConfigFile.read(writeConfig(without + "  files: {url: \"URL\", timeout: 60s}\n"));
        try (McpServer moved = McpServer.builder("moved", "1")
                        .tool("echo")
                        .inputSchema(TEXT)
                        .handler((in, call) -> "moved " + in.get("text").string())
                        .tool("slow")
                        .handler((in, call) -> "quick")
                        .build();
                TenonHttpServer movedHttp =
                        TenonHttpServer.builder(moved).port(0).start();
                ConfiguredGuard guard = ConfiguredGuard.of(first, newEnvironment(ApprovalPrompt.NON_INTERACTIVE));
                TenonHttpServer downstream = TenonHttpServer.builder(
                                guard.serversByPath().get("/mcp"))
                        .port(0)
                        .start();
                McpClient client = McpClient.builder("test", "1")
                        .revisions(Revision.V2025_11_25)
                        .listener(changes)
                        .connect(ServerTarget.http(downstream.uri()))) {
            assertThat(client.server().implementation().name()).isEqualTo("files");
            assertThat(echo(client, "echo", "hi")).isEqualTo("hi");
            CompletableFuture<CallToolResult> pendingCall =
                    CompletableFuture.supplyAsync(() -> client.callTool("slow", Map.of()));
            assertThat(slowCallStarted.await(20, TimeUnit.SECONDS)).isTrue();

            String with = without + "  files: {url: \"" + movedHttp.uri() + "\"}\n";
            guard.applyConfig(GuardConfigFile.read(writeConfig(with)));
            assertThat(changes.awaitChanges(1)).containsExactly("tools");
            assertThat(echo(client, "echo", "hi")).isEqualTo("moved hi");
            assertThat(text(client.callTool("slow", Map.of()))).isEqualTo("quick");

            guard.applyConfig(GuardConfigFile.read(writeConfig(with + "policies: {tools: {deny: [slow]}}\n")));
            assertThat(toolNames(client)).containsExactly("echo");
            assertThatThrownBy(() -> client.callTool("slow", Map.of())).isInstanceOf(ServerErrorException.class);
            slowCallMayEnd.countDown();
            assertThat(text(pendingCall.get(20, TimeUnit.SECONDS))).isEqualTo("done");

            guard.applyConfig(GuardConfigFile.read(writeConfig(without)));
            assertThatThrownBy(() -> echo(client, "echo", "hi"))
                    .isInstanceOf(ServerErrorException.class)
                    .hasMessageContaining("removed from the configuration");
            guard.applyConfig(first);
            assertThat(echo(client, "echo", "hi")).isEqualTo("hi");
        }
    }

    /** Issue 20, item 7: a rejected change leaks nothing, is not reported as applied, and is retried. */
    @Test
    void a_rejected_change_leaks_no_threads_and_is_applied_after_approval() throws Exception {
        String config = "version: 1\nupstreams:\n  files: {url: \"URL\"}\n";
        Path file = writeConfig(config);
        try (ConfiguredGuard guard = ConfiguredGuard.follow(file, newEnvironment(ApprovalPrompt.NON_INTERACTIVE));
                TenonHttpServer downstream = TenonHttpServer.builder(
                                guard.serversByPath().get(""))
                        .port(0)
                        .start();
                McpClient client = client(downstream, Revision.V2025_11_25)) {
            assertThat(echo(client, "echo", "hi")).isEqualTo("hi");
            GuardConfig refused =
                    GuardConfigFile.read(writeConfig("version: 1\nupstreams:\n  a: {url: \"URL\", prefix: a_}\n"
                            + "  b: {command: [cat], prefix: b_}\n"));
            int threads = Thread.activeCount();
            List<GuardConfig> appliedConfigs = new CopyOnWriteArrayList<>();
            guard.onConfigChange(appliedConfigs::add);
            for (int i = 0; i < 50; i++) {
                assertThatThrownBy(() -> guard.applyConfig(refused)).isInstanceOf(CommandRefusedException.class);
            }
            assertThat(Thread.activeCount()).as("threads, also of other tests").isLessThan(threads + 45);
            assertThat(appliedConfigs).isEmpty();
            assertThat(toolNames(client)).containsExactly("echo", "slow");
            newEnvironment(command -> ApprovalPrompt.ApprovalDecision.YES)
                    .launchPolicy()
                    .authorize(new LaunchSpec(List.of("cat"), directory, Map.of(), List.of(), Optional.empty()), false);
            Conditions.await(Duration.ofSeconds(20), () -> !appliedConfigs.isEmpty());
            assertThat(appliedConfigs.get(0).upstreams()).hasSize(2);
        }
    }

    /** Issue 20, "it holds": the inherited variables are part of the approval. */
    @Test
    void an_additional_inherited_variable_needs_approval() throws Exception {
        LaunchSpec cat = new LaunchSpec(List.of("cat"), directory, Map.of(), List.of(), Optional.empty());
        newEnvironment(command -> ApprovalPrompt.ApprovalDecision.YES)
                .launchPolicy()
                .authorize(cat, false);
        String text = "version: 1\nupstreams:\n  b: {command: [cat]%s}\n";
        GuardConfig more = GuardConfigFile.read(writeConfig(text.formatted(", environment: {allow: [GITHUB_TOKEN]}")));
        try (ConfiguredGuard guard = ConfiguredGuard.follow(
                writeConfig(text.formatted("")), newEnvironment(ApprovalPrompt.NON_INTERACTIVE))) {
            assertThatThrownBy(() -> guard.applyConfig(more))
                    .isInstanceOf(CommandRefusedException.class)
                    .hasMessageContaining("\n  inherits GITHUB_TOKEN");
        }
    }
}
