package dev.tenon.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.endpoint.CommandTarget;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.coverage.Covers;
import dev.tenon.coverage.thread.BlockedThreadCheck;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.Revision;
import dev.tenon.model.TextContent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A server on stdio that has crashed is restarted. */
@BlockedThreadCheck
class RestartTest {
    @TempDir
    private Path folder;

    private static String text(CallToolResult result) {
        return ((TextContent) result.content().get(0)).text();
    }

    @ParameterizedTest
    @EnumSource(
            value = Revision.class,
            names = {"V2025_11_25", "V2026_07_28"})
    @Covers("2026-07-28/stdio/relisten-after-restart")
    void the_lost_call_fails_and_later_calls_succeed(Revision revision) throws Exception {
        BlockingQueue<String> notified = new LinkedBlockingQueue<>();
        ClientListener listener = new ClientListener() {
            @Override
            public void onResourceUpdated(String uri) {
                notified.add(uri);
            }

            @Override
            public void onConnectionLost(String reason) {
                notified.add("lost");
            }
        };
        Path diary = folder.resolve("diary");
        ClientBuilder builder =
                McpClient.builder("test", "1").revisions(revision).listener(listener);
        try (McpClient client = builder.connect(CrashingServer.target(diary));
                Subscription subscription = client.subscribe("mortal://life")) {
            String first = text(client.callTool("process", Map.of()));
            assertThatThrownBy(() -> client.callTool("die", Map.of()))
                    .isInstanceOf(ConnectionFailedException.class)
                    .hasMessageContaining("7")
                    .hasMessageContaining("I die");
            assertThat(Files.readAllLines(diary)).hasSize(1);
            assertThat(notified.poll(10, TimeUnit.SECONDS)).isEqualTo("lost");
            assertThat(text(client.callTool("process", Map.of()))).isNotEqualTo(first);
            Await.until(subscription::isActive);
            assertThat(text(client.callTool("touch", Map.of()))).isEqualTo("touched");
            assertThat(notified.poll(10, TimeUnit.SECONDS)).isEqualTo("mortal://life");
            assertThat(client.status().connectionsMade()).isEqualTo(2);
        }
    }

    @Test
    @Tag("exhaustive")
    void an_idempotent_tool_is_called_again_and_another_only_if_allowed() throws Exception {
        try (McpClient client =
                McpClient.builder("test", "1").connect(CrashingServer.target(folder.resolve("marked")))) {
            assertThat(text(client.callTool("die_once", Map.of()))).isEqualTo("survived");
        }
        try (McpClient client =
                McpClient.builder("test", "1").connect(CrashingServer.target(folder.resolve("unmarked")))) {
            assertThatThrownBy(() -> client.callTool("die_unmarked", Map.of()))
                    .isInstanceOf(ConnectionFailedException.class);
        }
        try (McpClient client =
                McpClient.builder("test", "1").connect(CrashingServer.target(folder.resolve("allowed")))) {
            CallOptions again = CallOptions.DEFAULT.withResend(true);
            assertThat(text(client.callTool("die_unmarked", Map.of(), again))).isEqualTo("survived");
        }
    }

    @Test
    void a_program_that_always_crashes_fails_with_its_last_standard_error() {
        CommandTarget dying = ServerTarget.command("sh", "-c", "echo no database >&2; exit 3");
        assertThatThrownBy(() -> McpClient.builder("test", "1").connect(dying))
                .isInstanceOf(ConnectionFailedException.class)
                .hasMessageContaining("3")
                .hasMessageContaining("no database");
    }
}
