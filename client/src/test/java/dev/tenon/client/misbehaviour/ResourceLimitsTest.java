package dev.tenon.client.misbehaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.ClientListener;
import dev.tenon.client.McpClient;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.error.McpClientException;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.model.LogParams;
import dev.tenon.model.Revision;
import dev.tenon.testkit.misbehaviour.MisbehavingHttpServer;
import dev.tenon.testkit.misbehaviour.Misbehaviour;
import dev.tenon.testkit.misbehaviour.ProtocolEra;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.parallel.Isolated;

/** Limits against several kinds of misbehaviour at once, and against slow applications. */
@Isolated("it measures the heap that all tests share")
@Timeout(30)
class ResourceLimitsTest {
    private static Misbehaviour findMisbehaviour(String name) {
        return Objects.requireNonNull(Misbehaviour.findByName(name));
    }

    @Test
    void large_messages_do_not_pile_up_for_a_slow_listener() throws Exception {
        CountDownLatch released = new CountDownLatch(1);
        ClientListener slowListener = new ClientListener() {
            @Override
            public void onLogMessage(LogParams message) {
                try {
                    assertThat(released.await(20, TimeUnit.SECONDS)).isTrue();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        };
        try (MisbehavingHttpServer server = new MisbehavingHttpServer(ProtocolEra.LEGACY, null);
                McpClient client = McpClient.builder("test", "1")
                        .listener(slowListener)
                        .connect(ServerTarget.http(server.uri()))) {
            long before = measureHeap();
            client.callTool("bad", Map.of("as", "log-of-megabytes"));
            // 32 MiB may be queued, each message as bytes and as parsed; 100 MiB are sent.
            assertThat(measureHeap() - before).isLessThan(80L << 20);
            assertThat(client.status().droppedMessages()).isGreaterThan(50);
        } finally {
            released.countDown();
        }
    }

    private static long measureHeap() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    @Test
    void a_server_that_rejects_a_reconnect_is_reported() throws Exception {
        try (MisbehavingHttpServer server = new MisbehavingHttpServer(ProtocolEra.LEGACY, null);
                McpClient client = McpClient.builder("test", "1").connect(ServerTarget.http(server.uri()))) {
            client.callTool("echo", Map.of());
            server.restart(findMisbehaviour("initialize-answered-with-an-error"));
            assertThatThrownBy(() -> client.callTool("echo", Map.of()))
                    .isInstanceOf(ServerErrorException.class)
                    .hasMessageContaining("Not today");
            server.restart(findMisbehaviour("capabilities-an-array"));
            assertThatThrownBy(() -> client.readResource("test://good")).isInstanceOf(McpClientException.class);
        }
    }

    /**
     * Issue 20, section 1: the reader thread never blocks, and the output for a server that reads nothing is limited.
     */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void a_server_that_sends_requests_endlessly_and_reads_nothing_is_disconnected() {
        ServerTarget endlessRequests =
                ServerTarget.command("sh", "-c", "yes '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}'");
        assertThatThrownBy(() -> McpClient.builder("test", "1")
                        .revisions(Revision.V2025_11_25)
                        .limits(ClientLimits.DEFAULT.toBuilder()
                                .connectTimeout(Duration.ofMinutes(2))
                                .build())
                        .connect(endlessRequests))
                .isInstanceOf(ConnectionFailedException.class);
    }

    @Test
    void connecting_with_all_attempts_ends_within_the_timeout() throws Exception {
        ClientLimits limits = ClientLimits.DEFAULT.toBuilder()
                .connectTimeout(Duration.ofSeconds(2))
                .build();
        try (MisbehavingHttpServer server = new MisbehavingHttpServer(
                ProtocolEra.STATELESS, findMisbehaviour("never-answers-the-first-question"))) {
            long start = System.nanoTime();
            assertThatThrownBy(() ->
                            McpClient.builder("test", "1").limits(limits).connect(ServerTarget.http(server.uri())))
                    .isInstanceOf(McpClientException.class);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(8));
        }
    }

    @Test
    void control_characters_of_a_server_are_escaped() throws Exception {
        try (MisbehavingHttpServer server = new MisbehavingHttpServer(ProtocolEra.STATELESS, null);
                McpClient client = McpClient.builder("test", "1").connect(ServerTarget.http(server.uri()))) {
            assertThatThrownBy(() -> client.callTool("bad", Map.of("as", "error-with-a-stack-trace")))
                    .hasMessage("The server responded with error -32603: \\u001b[2J\\u202eoops")
                    .isInstanceOfSatisfying(ServerErrorException.class, e -> assertThat(e.serverMessage())
                            .isEqualTo("\u001b[2J\u202eoops"));
        }
    }
}
