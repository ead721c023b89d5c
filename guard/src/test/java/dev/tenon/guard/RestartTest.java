package dev.tenon.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.McpClient;
import dev.tenon.client.endpoint.CommandTarget;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.model.Revision;
import dev.tenon.model.TextContent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Commands that fail to start, and processes that must exit. */
@DisabledOnOs(OS.WINDOWS)
class RestartTest {
    private static final BreakerLimits LIMITS =
            new BreakerLimits(3, Duration.ofMinutes(1), Duration.ofMillis(400), Duration.ofSeconds(2));

    @TempDir
    Path directory;

    /** A server that records each start, and starts successfully only if the file exists. */
    private ServerTarget newFragileTarget(Revision revision) {
        List<String> command = new ArrayList<>(List.of(
                "/bin/sh",
                "-c",
                "echo x >> \"$1\"; [ -e \"$2\" ] || exit 1; shift 2; exec \"$@\"",
                "sh",
                directory.resolve("starts").toString(),
                directory.resolve("well").toString()));
        command.addAll(TestPrograms.serverCommand(revision));
        return CommandTarget.of(command);
    }

    private int countStarts() throws IOException {
        Path starts = directory.resolve("starts");
        return Files.exists(starts) ? Files.readAllLines(starts).size() : 0;
    }

    private static String echo(McpClient client) {
        return ((TextContent) client.callTool("echo", Map.of("text", "hello"))
                        .content()
                        .get(0))
                .text();
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource(
            value = Revision.class,
            names = {"V2025_11_25", "V2026_07_28"})
    void a_failing_command_is_not_started_for_each_request(Revision downstream) throws Exception {
        GuardLimits limits = GuardLimits.DEFAULT.withBreaker(LIMITS);
        try (Guard guard = Guard.builder(newFragileTarget(Revision.V2025_11_25))
                        .limits(limits)
                        .build();
                TenonHttpServer http =
                        TenonHttpServer.builder(guard.server()).port(0).start()) {
            ServerTarget target = ServerTarget.http(http.uri());
            assertThat(guard.upstreamState().reachable()).isTrue();
            List<String> texts = new ArrayList<>();
            long startedAt = System.nanoTime();
            long until = startedAt + Duration.ofSeconds(4).toNanos();
            int requests = 0;
            for (; requests < 40 || System.nanoTime() < until; requests++) {
                assertThatThrownBy(() -> McpClient.builder("front", "1")
                                .revisions(downstream)
                                .connect(target)
                                .close())
                        .satisfies(e -> texts.add(e.getMessage()));
                Thread.sleep(50);
            }
            if (!downstream.isStateless()) {
                // A client of the newest revision then tries a handshake, and reports its failure.
                assertThat(texts).anyMatch(text -> text.contains("cannot be reached"));
                assertThat(texts).anyMatch(text -> text.contains("consecutive failures; next retry in"));
            }
            // Three open the breaker, then one after 0.4, 0.8, 1.6 and 2 seconds; each starts the command once per era.
            int maxStarts =
                    20 + (int) Duration.ofNanos(System.nanoTime() - startedAt).toSeconds();
            assertThat(countStarts()).isBetween(4, maxStarts).isLessThan(requests);
            assertThat(guard.upstreamState().reachable()).isFalse();
            assertThat(guard.upstreamState().failures()).isGreaterThanOrEqualTo(4);

            Files.createFile(directory.resolve("well"));
            Thread.sleep(guard.upstreamState().retryAfter().toMillis() + 50);
            try (McpClient client =
                    McpClient.builder("front", "1").revisions(downstream).connect(target)) {
                assertThat(echo(client)).isEqualTo("hello");
            }
            assertThat(guard.upstreamState()).isEqualTo(new UpstreamState(true, 0, Duration.ZERO));
        }
    }

    @Test
    @Tag("exhaustive")
    void a_session_is_rejected_until_its_server_restarts() throws Exception {
        Path well = Files.createFile(directory.resolve("well"));
        GuardLimits limits = GuardLimits.DEFAULT.withBreaker(LIMITS);
        try (Guard guard = Guard.builder(newFragileTarget(Revision.V2025_11_25))
                        .limits(limits)
                        .build();
                TenonHttpServer http =
                        TenonHttpServer.builder(guard.server()).port(0).start();
                McpClient client = McpClient.builder("front", "1")
                        .revisions(Revision.V2025_11_25)
                        .connect(ServerTarget.http(http.uri()))) {
            assertThat(echo(client)).isEqualTo("hello");
            Files.delete(well);
            assertThatThrownBy(() -> client.callTool("die", Map.of())).isInstanceOf(ServerErrorException.class);
            long startedAt = System.nanoTime();
            while (guard.upstreamState().reachable()) {
                assertThatThrownBy(() -> echo(client)).isInstanceOf(ServerErrorException.class);
            }
            assertThatThrownBy(() -> echo(client)).hasMessageContaining("consecutive failures");
            assertThat(System.nanoTime() - startedAt)
                    .isLessThan(Duration.ofSeconds(30).toNanos());
            Files.createFile(well);
            String response = null;
            for (int i = 0; response == null && i < 100; i++) {
                try {
                    response = echo(client);
                } catch (ServerErrorException e) {
                    Thread.sleep(100);
                }
            }
            assertThat(response).isEqualTo("hello");
            assertThat(countStarts()).isLessThan(12);
        }
    }

    @Test
    @Tag("exhaustive")
    void all_processes_exit_when_the_guard_is_terminated() throws Exception {
        List<String> server =
                new ArrayList<>(List.of("/bin/sh", "-c", "sleep 300 & sh -c 'sleep 301' & exec \"$@\"", "sh"));
        server.addAll(TestPrograms.serverCommand(Revision.V2025_11_25));
        Process guard = new ProcessBuilder(TestPrograms.guardTarget(server).command())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        guard.getOutputStream()
                .write(("{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
                                + "\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"f\",\"version\":\"1\"}}}\n")
                        .getBytes(java.nio.charset.StandardCharsets.UTF_8));
        guard.getOutputStream().flush();
        assertThat(guard.inputReader().readLine()).contains("\"behind\"");
        List<ProcessHandle> processes =
                Stream.concat(Stream.of(guard.toHandle()), guard.descendants()).toList();
        assertThat(processes).hasSizeGreaterThanOrEqualTo(4);

        guard.destroy();

        assertThat(guard.waitFor(30, TimeUnit.SECONDS)).isTrue();
        long until = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (processes.stream().anyMatch(ProcessHandle::isAlive) && System.nanoTime() < until) {
            Thread.sleep(50);
        }
        assertThat(processes).noneMatch(ProcessHandle::isAlive);
    }
}
