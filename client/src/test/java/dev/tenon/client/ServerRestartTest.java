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
class ServerRestartTest {
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
        BlockingQueue<String> notifications = new LinkedBlockingQueue<>();
        ClientListener listener = new ClientListener() {
            @Override
            public void onResourceUpdated(String uri) {
                notifications.add(uri);
            }

            @Override
            public void onConnectionLost(String reason) {
                notifications.add("lost");
            }
        };
        Path crashLog = folder.resolve("crashes.log");
        ClientBuilder builder =
                McpClient.builder("test", "1").revisions(revision).listener(listener);
        try (McpClient client = builder.connect(CrashingServer.target(crashLog));
                Subscription subscription = client.subscribe("crashing://state")) {
            String first = text(client.callTool("process", Map.of()));
            assertThatThrownBy(() -> client.callTool("crash", Map.of()))
                    .isInstanceOf(ConnectionFailedException.class)
                    .hasMessageContaining("7")
                    .hasMessageContaining("The server crashes");
            assertThat(Files.readAllLines(crashLog)).hasSize(1);
            assertThat(notifications.poll(10, TimeUnit.SECONDS)).isEqualTo("lost");
            assertThat(text(client.callTool("process", Map.of()))).isNotEqualTo(first);
            Conditions.await(subscription::isActive);
            assertThat(text(client.callTool("touch", Map.of()))).isEqualTo("touched");
            assertThat(notifications.poll(10, TimeUnit.SECONDS)).isEqualTo("crashing://state");
            assertThat(client.status().connectionsMade()).isEqualTo(2);
        }
    }

    @Test
    @Tag("exhaustive")
    void an_idempotent_tool_is_called_again_and_another_only_if_allowed() throws Exception {
        try (McpClient client =
                McpClient.builder("test", "1").connect(CrashingServer.target(folder.resolve("idempotent")))) {
            assertThat(text(client.callTool("crash_once", Map.of()))).isEqualTo("succeeded");
        }
        try (McpClient client =
                McpClient.builder("test", "1").connect(CrashingServer.target(folder.resolve("not-idempotent")))) {
            assertThatThrownBy(() -> client.callTool("crash_once_not_idempotent", Map.of()))
                    .isInstanceOf(ConnectionFailedException.class);
        }
        try (McpClient client =
                McpClient.builder("test", "1").connect(CrashingServer.target(folder.resolve("allowed")))) {
            CallOptions resend = CallOptions.DEFAULT.withResend(true);
            assertThat(text(client.callTool("crash_once_not_idempotent", Map.of(), resend)))
                    .isEqualTo("succeeded");
        }
    }

    @Test
    void a_program_that_always_crashes_fails_with_its_last_standard_error() {
        CommandTarget crashing = ServerTarget.command("sh", "-c", "echo no database >&2; exit 3");
        assertThatThrownBy(() -> McpClient.builder("test", "1").connect(crashing))
                .isInstanceOf(ConnectionFailedException.class)
                .hasMessageContaining("3")
                .hasMessageContaining("no database");
    }
}
