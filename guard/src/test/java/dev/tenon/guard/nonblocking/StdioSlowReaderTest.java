package dev.tenon.guard.nonblocking;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.McpClient;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.guard.Conditions;
import dev.tenon.guard.nonblocking.CallThreadRecorder.RecordedCall;
import dev.tenon.model.Revision;
import dev.tenon.transport.ChannelLimits;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A client or server that does not read delays no other, although the threads that read for others write to it. */
@Timeout(90)
class StdioSlowReaderTest {
    private static final String META = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"raw\",\"version\":\"1\"},"
            + "\"io.modelcontextprotocol/clientCapabilities\":{}}";

    private final CallThreadRecorder recorder = new CallThreadRecorder(true);

    /** Two clients share one server process: one thread reads the responses for both. */
    @Test
    void a_client_that_does_not_read_does_not_delay_another() throws Exception {
        try (StdioGuardFixture fixture =
                new StdioGuardFixture(Revision.V2026_07_28, builder -> builder.observers(recorder))) {
            fixture.echo("first");
            PipePair unreadPipes = fixture.connectPipes();
            Thread caller = new Thread(() -> sendCalls(unreadPipes, 300));
            caller.start();
            awaitCalls(20);
            for (int i = 0; i < 200; i++) {
                long start = System.nanoTime();
                assertThat(fixture.echo("x" + i)).contains("said x" + i);
                assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(8));
            }
            assertThat(recorder.calls().stream().filter(RecordedCall::endedOnIoThread))
                    .hasSizeGreaterThan(200);
            caller.interrupt();
        }
    }

    @Test
    @Tag("exhaustive")
    void a_client_that_reads_late_gets_every_response() throws Exception {
        int count = 60;
        try (StdioGuardFixture fixture =
                new StdioGuardFixture(Revision.V2026_07_28, builder -> builder.observers(recorder))) {
            fixture.echo("first");
            PipePair pipes = fixture.connectPipes();
            Thread caller = new Thread(() -> sendCalls(pipes, count));
            caller.start();
            Thread.sleep(1500);
            BufferedReader reader =
                    new BufferedReader(new InputStreamReader(pipes.clientEnd().in(), UTF_8));
            boolean[] isAnswered = new boolean[count];
            for (int i = 0; i < count; i++) {
                String line = reader.readLine();
                int id = Integer.parseInt(line.replaceAll("(?s).*\"id\":(\\d+).*", "$1"));
                assertThat(line).contains("x".repeat(10_000));
                assertThat(isAnswered[id]).isFalse();
                isAnswered[id] = true;
            }
            caller.join();
            assertThat(fixture.echo("after")).contains("said after");
        }
    }

    @Test
    @Tag("exhaustive")
    void a_server_that_does_not_read_does_not_delay_responses_of_the_guard() throws Exception {
        ClientLimits limits = ClientLimits.DEFAULT.toBuilder()
                .callTimeout(Duration.ofSeconds(4))
                .maxCallTimeout(Duration.ofSeconds(4))
                .build();
        try (StdioGuardFixture fixture = new StdioGuardFixture(
                Revision.V2025_11_25, builder -> builder.observers(recorder).clientLimits(limits))) {
            fixture.echo("first");
            McpClient client = fixture.client();
            suspendServer(client);
            Thread[] callers = new Thread[40];
            for (int i = 0; i < callers.length; i++) {
                callers[i] = new Thread(
                        () -> assertThatThrownBy(() -> client.callTool("echo", Map.of("text", "y".repeat(8_000))))
                                .isInstanceOf(ServerErrorException.class)
                                .hasMessageContaining("did not respond in time"));
                callers[i].start();
            }
            for (int i = 0; i < 100; i++) {
                long start = System.nanoTime();
                client.ping();
                assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMillis(3500));
                Thread.sleep(10);
            }
            for (Thread thread : callers) {
                thread.join();
            }
            assertThat(recorder.calls().stream()
                            .filter(call -> call.end().failure() != null)
                            .filter(RecordedCall::startedOnIoThread))
                    .hasSize(callers.length);
        }
    }

    @Test
    @Tag("exhaustive")
    void a_server_that_does_not_read_is_restarted_when_its_queue_is_full() throws Exception {
        ClientLimits limits = ClientLimits.DEFAULT.toBuilder()
                .callTimeout(Duration.ofSeconds(20))
                .queue(new ChannelLimits(4 << 20, 4, 1 << 20, Duration.ofSeconds(1)))
                .build();
        try (StdioGuardFixture fixture = new StdioGuardFixture(
                Revision.V2025_11_25, builder -> builder.observers(recorder).clientLimits(limits))) {
            fixture.echo("first");
            McpClient client = fixture.client();
            suspendServer(client);
            ConcurrentTasks.run(
                    30, number -> assertThatThrownBy(() -> client.callTool("echo", Map.of("text", "y".repeat(20_000))))
                            .isInstanceOf(ServerErrorException.class)
                            .hasMessageContaining("cannot be reached, or the connection was lost"));
            List<RecordedCall> failedCalls = recorder.calls().stream()
                    .filter(call -> call.end().failure() != null)
                    .toList();
            assertThat(failedCalls).hasSize(30);
            assertThat(failedCalls).allMatch(RecordedCall::startedOnIoThread);
            assertThat(fixture.echo("back")).contains("said back");
            assertThat(fixture.echo("again")).contains("said again");
            assertThat(recorder.lastCall().endedOnIoThread()).isTrue();
        }
    }

    /** Suspends the server process, and returns when it is suspended. */
    private static void suspendServer(McpClient client) throws Exception {
        String pid = StdioGuardFixture.call(client, "suspend", Map.of()).replaceAll("[^0-9]", "");
        Conditions.await(Duration.ofSeconds(30), () -> state(pid).startsWith("T"));
    }

    private static String state(String pid) {
        try {
            Process ps = new ProcessBuilder("ps", "-o", "state=", "-p", pid).start();
            return new String(ps.getInputStream().readAllBytes(), UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void sendCalls(PipePair pipes, int times) {
        try {
            OutputStream out = pipes.clientEnd().out();
            for (int i = 0; i < times; i++) {
                String text = "{\"jsonrpc\":\"2.0\",\"id\":" + i
                        + ",\"method\":\"tools/call\",\"params\":{\"name\":\"some\",\"arguments\":{}," + META + "}}\n";
                out.write(text.getBytes(UTF_8));
                out.flush();
            }
        } catch (IOException e) {
            // The guard closed the pipe.
        }
    }

    private void awaitCalls(int count) throws InterruptedException {
        while (recorder.calls().stream()
                        .filter(call -> "some".equals(call.start().request().targetName()))
                        .count()
                < count) {
            Thread.sleep(10);
        }
    }
}
