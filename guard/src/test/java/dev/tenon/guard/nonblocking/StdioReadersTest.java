package dev.tenon.guard.nonblocking;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.McpClient;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.guard.Await;
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

/** Whoever does not read holds up nobody else, though those who read for others are those who write to it. */
@Timeout(90)
class StdioReadersTest {
    private static final String META = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"raw\",\"version\":\"1\"},"
            + "\"io.modelcontextprotocol/clientCapabilities\":{}}";

    private final Ways ways = new Ways(true);

    /** Two fronts share the one process behind: what it answers to one comes on the thread that reads for both. */
    @Test
    void a_client_that_reads_nothing_does_not_hold_up_another() throws Exception {
        try (StdioStage stage = new StdioStage(Revision.V2026_07_28, builder -> builder.observers(ways))) {
            stage.echo("first");
            Wire deaf = stage.open();
            Thread asking = new Thread(() -> ask(deaf, 300));
            asking.start();
            awaitAnswers(20);
            for (int i = 0; i < 200; i++) {
                long begun = System.nanoTime();
                assertThat(stage.echo("x" + i)).contains("said x" + i);
                assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(8));
            }
            assertThat(ways.seen().stream().filter(Ways.Seen::endedOnLoop)).hasSizeGreaterThan(200);
            asking.interrupt();
        }
    }

    @Test
    @Tag("exhaustive")
    void a_client_that_reads_late_gets_every_answer() throws Exception {
        int many = 60;
        try (StdioStage stage = new StdioStage(Revision.V2026_07_28, builder -> builder.observers(ways))) {
            stage.echo("first");
            Wire late = stage.open();
            Thread asking = new Thread(() -> ask(late, many));
            asking.start();
            Thread.sleep(1500);
            BufferedReader reader =
                    new BufferedReader(new InputStreamReader(late.far().in(), UTF_8));
            boolean[] answered = new boolean[many];
            for (int i = 0; i < many; i++) {
                String line = reader.readLine();
                int id = Integer.parseInt(line.replaceAll("(?s).*\"id\":(\\d+).*", "$1"));
                assertThat(line).contains("x".repeat(10_000));
                assertThat(answered[id]).isFalse();
                answered[id] = true;
            }
            asking.join();
            assertThat(stage.echo("after")).contains("said after");
        }
    }

    @Test
    @Tag("exhaustive")
    void a_server_that_reads_nothing_holds_up_neither_those_who_ask_nor_what_the_guard_answers() throws Exception {
        ClientLimits limits = ClientLimits.DEFAULT.toBuilder()
                .callTimeout(Duration.ofSeconds(4))
                .maxCallTimeout(Duration.ofSeconds(4))
                .build();
        try (StdioStage stage = new StdioStage(
                Revision.V2025_11_25, builder -> builder.observers(ways).clientLimits(limits))) {
            stage.echo("first");
            McpClient client = stage.client();
            deafen(client);
            Thread[] asking = new Thread[40];
            for (int i = 0; i < asking.length; i++) {
                asking[i] = new Thread(
                        () -> assertThatThrownBy(() -> client.callTool("echo", Map.of("text", "y".repeat(8_000))))
                                .isInstanceOf(ServerErrorException.class)
                                .hasMessageContaining("did not respond in time"));
                asking[i].start();
            }
            for (int i = 0; i < 100; i++) {
                long begun = System.nanoTime();
                client.ping();
                assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofMillis(3500));
                Thread.sleep(10);
            }
            for (Thread thread : asking) {
                thread.join();
            }
            assertThat(ways.seen().stream()
                            .filter(seen -> seen.how().failure() != null)
                            .filter(Ways.Seen::begunOnLoop))
                    .hasSize(asking.length);
        }
    }

    @Test
    @Tag("exhaustive")
    void a_server_that_reads_nothing_is_given_up_when_too_much_waits_for_it_and_started_again() throws Exception {
        ClientLimits limits = ClientLimits.DEFAULT.toBuilder()
                .callTimeout(Duration.ofSeconds(20))
                .queue(new ChannelLimits(4 << 20, 4, 1 << 20, Duration.ofSeconds(1)))
                .build();
        try (StdioStage stage = new StdioStage(
                Revision.V2025_11_25, builder -> builder.observers(ways).clientLimits(limits))) {
            stage.echo("first");
            McpClient client = stage.client();
            deafen(client);
            Crowd.of(30, mine -> assertThatThrownBy(() -> client.callTool("echo", Map.of("text", "y".repeat(20_000))))
                    .isInstanceOf(ServerErrorException.class)
                    .hasMessageContaining("cannot be reached, or the connection was lost"));
            List<Ways.Seen> lost = ways.seen().stream()
                    .filter(seen -> seen.how().failure() != null)
                    .toList();
            assertThat(lost).hasSize(30);
            assertThat(lost).allMatch(Ways.Seen::begunOnLoop);
            assertThat(stage.echo("back")).contains("said back");
            assertThat(stage.echo("again")).contains("said again");
            assertThat(ways.last().endedOnLoop()).isTrue();
        }
    }

    /** Stops the process behind, and returns when it stands still. */
    private static void deafen(McpClient client) throws Exception {
        String pid = StdioStage.call(client, "deafen", Map.of()).replaceAll("[^0-9]", "");
        Await.within(Duration.ofSeconds(30), () -> state(pid).startsWith("T"));
    }

    private static String state(String pid) {
        try {
            Process ps = new ProcessBuilder("ps", "-o", "state=", "-p", pid).start();
            return new String(ps.getInputStream().readAllBytes(), UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void ask(Wire wire, int times) {
        try {
            OutputStream out = wire.far().out();
            for (int i = 0; i < times; i++) {
                String text = "{\"jsonrpc\":\"2.0\",\"id\":" + i
                        + ",\"method\":\"tools/call\",\"params\":{\"name\":\"some\",\"arguments\":{}," + META + "}}\n";
                out.write(text.getBytes(UTF_8));
                out.flush();
            }
        } catch (IOException e) {
            // It is over.
        }
    }

    private void awaitAnswers(int many) throws InterruptedException {
        while (ways.seen().stream()
                        .filter(seen -> "some".equals(seen.exchange().request().targetName()))
                        .count()
                < many) {
            Thread.sleep(10);
        }
    }
}
