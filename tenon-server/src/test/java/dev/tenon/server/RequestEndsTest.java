package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.thread.BlockedThreadCheck;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every request ends, by itself or by its time, and its end does nothing to those that come after it. */
@BlockedThreadCheck
class RequestEndsTest {
    private static final Duration ALLOWED = Duration.ofMillis(200);
    private static final Duration LONG = Duration.ofMinutes(1);

    private McpServer server;
    private Wiretap tap;

    @BeforeEach
    void open() {
        server = TestServers.echoing()
                .limits(Limits.DEFAULT.toBuilder().requestTimeout(ALLOWED).build())
                .tool("stuck")
                .handler((in, call) -> {
                    Thread.sleep(60_000);
                    return "";
                })
                .tool("brief")
                .timeout(LONG)
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
                    long until = System.nanoTime() + 3 * ALLOWED.toNanos();
                    while (System.nanoTime() < until) {
                        Thread.onSpinWait();
                    }
                    return "";
                })
                .tool("interrupted")
                .timeout(LONG)
                .nonBlocking()
                .handler((in, call) -> String.valueOf(Thread.currentThread().isInterrupted()))
                .build();
        tap = new Wiretap(server);
    }

    @AfterEach
    void close() {
        tap.close();
        server.close(Duration.ZERO);
    }

    @Test
    void a_call_ends_when_its_time_is_up_whatever_came_and_went_before_it_on_its_connection() throws Exception {
        long late = 0;
        for (int round = 0; round < 10; round++) {
            for (int i = 0; i < 20; i++) {
                long began = System.nanoTime();
                boolean isAnswered = tap.call("echo", "{\"text\":\"x\"}").text().equals("x");
                // On a machine that pauses for so long, the time of this one is up as well.
                assertThat(isAnswered || System.nanoTime() - began >= ALLOWED.toNanos())
                        .isTrue();
                late += isAnswered ? 0 : 1;
            }
            // Now and then long enough for the server to have found nothing here.
            Thread.sleep(ThreadLocalRandom.current().nextInt(250));
            long began = System.nanoTime();
            Wiretap.Heard answer = tap.call("stuck", "{}");
            assertThat(answer.isToolError()).isTrue();
            assertThat(answer.text()).contains("did not finish within 200 ms (limit: requestTime)");
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isBetween(ALLOWED, Duration.ofSeconds(20));
        }
        assertThat(server.status().requests()).isZero();
        assertThat(server.status().limitsReached()).containsEntry(LimitType.REQUEST_TIME, 10L + late);
    }

    @Test
    void the_interrupt_of_a_call_that_does_not_heed_it_does_not_hit_the_next_on_its_thread() throws Exception {
        assertThat(tap.call("overlong", "{}").text()).contains("did not finish");
        assertThat(tap.call("interrupted", "{}").text()).isEqualTo("false");
    }

    @Test
    void a_cancellation_that_comes_as_a_call_ends_interrupts_no_other() throws Exception {
        for (int id = 1_000_000; id < 1_003_000; id++) {
            tap.send(tap.modernText(id, "tools/call", "\"name\":\"brief\""));
            tap.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":" + id
                    + "}}");
            assertThat(tap.call("interrupted", "{}").text()).isEqualTo("false");
        }
        for (int i = 0; i < 500 && server.status().requests() > 0; i++) {
            Thread.sleep(10);
        }
        assertThat(server.status().requests()).isZero();
    }
}
