package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.thread.BlockedThreadCheck;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Tests that every request ends, by itself or by timeout, and that its end does not affect later requests. */
@BlockedThreadCheck
@Isolated("it measures times")
class RequestCompletionTest {
    private static final Duration TIMEOUT = Duration.ofMillis(200);
    private static final Duration LONG_TIMEOUT = Duration.ofMinutes(1);

    private McpServer server;
    private RecordingClient client;

    @BeforeEach
    void open() {
        server = TestServers.echoBuilder()
                .limits(Limits.DEFAULT.toBuilder().requestTimeout(TIMEOUT).build())
                .tool("stuck")
                .handler((in, call) -> {
                    Thread.sleep(60_000);
                    return "";
                })
                .tool("brief")
                .timeout(LONG_TIMEOUT)
                .handler((in, call) -> {
                    long until = System.nanoTime() + ThreadLocalRandom.current().nextLong(50_000);
                    while (System.nanoTime() < until) {
                        Thread.onSpinWait();
                    }
                    return "";
                })
                .tool("overlong")
                .nonBlocking()
                .handler((in, call) -> {
                    long until = System.nanoTime() + 3 * TIMEOUT.toNanos();
                    while (System.nanoTime() < until) {
                        Thread.onSpinWait();
                    }
                    return "";
                })
                .tool("interrupted")
                .timeout(LONG_TIMEOUT)
                .nonBlocking()
                .handler((in, call) -> String.valueOf(Thread.currentThread().isInterrupted()))
                .build();
        client = new RecordingClient(server);
    }

    @AfterEach
    void close() {
        client.close();
        server.close(Duration.ZERO);
    }

    @Test
    void a_call_ends_by_timeout_regardless_of_earlier_calls_on_its_connection() throws Exception {
        long late = 0;
        for (int round = 0; round < 10; round++) {
            for (int i = 0; i < 20; i++) {
                long start = System.nanoTime();
                boolean inTime = client.call("echo", "{\"text\":\"x\"}").text().equals("x");
                // On a machine that pauses this long, the timeout of this request has expired as well.
                assertThat(inTime || System.nanoTime() - start >= TIMEOUT.toNanos())
                        .isTrue();
                late += inTime ? 0 : 1;
            }
            // Sometimes long enough for the server to become idle.
            Thread.sleep(ThreadLocalRandom.current().nextInt(250));
            long start = System.nanoTime();
            RecordingClient.ReceivedResponse response = client.call("stuck", "{}");
            assertThat(response.isToolError()).isTrue();
            assertThat(response.text()).contains("did not finish within 200 ms (limit: requestTimeout)");
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isBetween(TIMEOUT, Duration.ofSeconds(20));
        }
        assertThat(server.status().requests()).isZero();
        assertThat(server.status().limitCounts()).containsEntry(LimitType.REQUEST_TIME, 10L + late);
    }

    @Test
    void the_interrupt_of_a_call_that_ignores_it_does_not_affect_the_next_call_on_its_thread() throws Exception {
        assertThat(client.call("overlong", "{}").text()).contains("did not finish");
        assertThat(client.call("interrupted", "{}").text()).isEqualTo("false");
    }

    @Test
    void a_cancellation_at_the_end_of_a_call_interrupts_no_other_call() throws Exception {
        for (int id = 1_000_000; id < 1_003_000; id++) {
            client.send(client.modernRequest(id, "tools/call", "\"name\":\"brief\""));
            client.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":" + id
                    + "}}");
            assertThat(client.call("interrupted", "{}").text()).isEqualTo("false");
        }
        for (int i = 0; i < 500 && server.status().requests() > 0; i++) {
            Thread.sleep(10);
        }
        assertThat(server.status().requests()).isZero();
    }
}
