package dev.tenon.http.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import dev.tenon.server.McpServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Issue 20, item 11: large messages are handled a few at a time, so that event loops do not share the processors with
 * all of them; but handlers that wait do not block others.
 */
@Timeout(60)
class LargeRequestsTest {
    private static final int CONNECTIONS = 20;
    private static final int CALLS_EACH = 20;
    private static final String LARGE = "x".repeat(70_000);
    private static final Json TEXT =
            Json.parse("{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}}}");
    private static final int PARSERS = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

    private final AtomicInteger runningHandlers = new AtomicInteger();
    private final ConcurrentLinkedQueue<Integer> handlerCounts = new ConcurrentLinkedQueue<>();
    private final CountDownLatch allStarted = new CountDownLatch(CONNECTIONS);
    private final McpServer server = McpServer.builder("large", "1")
            .tool("short")
            .inputSchema(TEXT)
            .handler((input, call) -> {
                handlerCounts.add(runningHandlers.incrementAndGet());
                TimeUnit.MILLISECONDS.sleep(5);
                runningHandlers.decrementAndGet();
                return "done";
            })
            .tool("wait")
            .inputSchema(TEXT)
            .handler((input, call) -> {
                allStarted.countDown();
                return allStarted.await(30, TimeUnit.SECONDS) ? "all are here" : "alone";
            })
            .build();
    private final TenonHttpServer http =
            TenonHttpServer.builder(server).port(0).closeServersOnShutdown().start();
    private final List<RawConnection> connections = new ArrayList<>();

    @AfterEach
    void stop() throws Exception {
        for (RawConnection connection : connections) {
            connection.close();
        }
        http.close();
    }

    private void sendCalls(String tool, int times) throws Exception {
        String message =
                TestClient.modernRequest(1, "tools/call", TestClient.callParams(tool, "\"text\":\"" + LARGE + "\""));
        for (int i = 0; i < CONNECTIONS; i++) {
            connections.add(new RawConnection(http.port()));
        }
        for (int i = 0; i < times; i++) {
            for (RawConnection connection : connections) {
                connection.send(RawConnection.buildPost("tools/call", tool, message));
            }
        }
    }

    @Test
    void few_large_requests_are_handled_at_once() throws Exception {
        sendCalls("short", CALLS_EACH);
        for (int i = 0; i < CALLS_EACH; i++) {
            for (RawConnection connection : connections) {
                assertThat(connection.readResponse().status()).isEqualTo(200);
            }
        }

        // The median: on a busy machine single handlers may sleep so long that others start.
        assertThat(handlerCounts.stream()
                        .sorted()
                        .skip(handlerCounts.size() / 2)
                        .findFirst()
                        .orElseThrow())
                .as("handlers of large requests at once, of %s: %s", PARSERS, handlerCounts)
                .isLessThanOrEqualTo(2 * PARSERS + 1);
    }

    @Test
    void handlers_that_wait_do_not_prevent_others_from_starting() throws Exception {
        sendCalls("wait", 1);

        for (RawConnection connection : connections) {
            assertThat(connection.readResponse().body()).contains("all are here");
        }
    }
}
