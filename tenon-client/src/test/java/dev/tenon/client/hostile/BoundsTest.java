package dev.tenon.client.hostile;

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

/** What takes more than one misbehaviour, or a host that is slow itself. */
@Isolated("it measures the heap that all tests share")
@Timeout(30)
class BoundsTest {
    private static Misbehaviour named(String name) {
        return Objects.requireNonNull(Misbehaviour.findByName(name));
    }

    @Test
    void large_messages_do_not_pile_up_before_a_slow_listener() throws Exception {
        CountDownLatch released = new CountDownLatch(1);
        ClientListener slow = new ClientListener() {
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
                McpClient client =
                        McpClient.builder("test", "1").listener(slow).connect(ServerTarget.http(server.uri()))) {
            long before = heap();
            client.callTool("bad", Map.of("as", "log-of-megabytes"));
            // 32 MiB may wait, each message as it came and as it was read; 100 MiB came.
            assertThat(heap() - before).isLessThan(80L << 20);
            assertThat(client.status().droppedMessages()).isGreaterThan(50);
        } finally {
            released.countDown();
        }
    }

    private static long heap() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    @Test
    void a_server_that_refuses_to_be_connected_again_is_heard_of_like_any_other() throws Exception {
        try (MisbehavingHttpServer server = new MisbehavingHttpServer(ProtocolEra.LEGACY, null);
                McpClient client = McpClient.builder("test", "1").connect(ServerTarget.http(server.uri()))) {
            client.callTool("echo", Map.of());
            server.restart(named("initialize-answered-with-an-error"));
            assertThatThrownBy(() -> client.callTool("echo", Map.of()))
                    .isInstanceOf(ServerErrorException.class)
                    .hasMessageContaining("Not today");
            server.restart(named("capabilities-an-array"));
            assertThatThrownBy(() -> client.readResource("test://good")).isInstanceOf(McpClientException.class);
        }
    }

    /**
     * Issue 20, section 1: the thread that reads never waits, and what waits for a server that reads nothing is
     * bounded.
     */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void a_server_that_asks_without_end_and_reads_nothing_is_disconnected() {
        ServerTarget asking =
                ServerTarget.command("sh", "-c", "yes '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}'");
        assertThatThrownBy(() -> McpClient.builder("test", "1")
                        .revisions(Revision.V2025_11_25)
                        .limits(ClientLimits.DEFAULT.toBuilder()
                                .connectTimeout(Duration.ofMinutes(2))
                                .build())
                        .connect(asking))
                .isInstanceOf(ConnectionFailedException.class);
    }

    @Test
    void connecting_takes_no_longer_than_it_may_with_all_that_is_tried() throws Exception {
        ClientLimits limits = ClientLimits.DEFAULT.toBuilder()
                .connectTimeout(Duration.ofSeconds(2))
                .build();
        try (MisbehavingHttpServer server =
                new MisbehavingHttpServer(ProtocolEra.STATELESS, named("never-answers-the-first-question"))) {
            long start = System.nanoTime();
            assertThatThrownBy(() ->
                            McpClient.builder("test", "1").limits(limits).connect(ServerTarget.http(server.uri())))
                    .isInstanceOf(McpClientException.class);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(8));
        }
    }

    @Test
    void what_a_server_says_steers_no_terminal() throws Exception {
        try (MisbehavingHttpServer server = new MisbehavingHttpServer(ProtocolEra.STATELESS, null);
                McpClient client = McpClient.builder("test", "1").connect(ServerTarget.http(server.uri()))) {
            assertThatThrownBy(() -> client.callTool("bad", Map.of("as", "error-with-a-stack-trace")))
                    .hasMessage("The server answered with error -32603: \\u001b[2J\\u202eoops")
                    .isInstanceOfSatisfying(ServerErrorException.class, e -> assertThat(e.serverMessage())
                            .isEqualTo("\u001b[2J\u202eoops"));
        }
    }
}
