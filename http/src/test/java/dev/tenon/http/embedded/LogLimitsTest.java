package dev.tenon.http.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.support.LogCapture;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Issue 20, "it holds": events that clients cause are logged, but with a limited rate. */
@Isolated("it counts log lines")
class LogLimitsTest {
    private static final int TIMES = 20;

    private final LogCapture log = new LogCapture();
    private final TestServer testServer = new TestServer();

    @AfterEach
    void release() {
        log.close();
        testServer.close();
    }

    private long countLines(String part) {
        return log.linesContaining(part).size();
    }

    @Test
    void many_rejected_connections_have_few_log_lines() throws Exception {
        HttpServerLimits lowLimits = HttpServerLimits.DEFAULT.withMaxConnections(1);
        long start = System.nanoTime();
        try (TenonHttpServer http = testServer.httpBuilder().limits(lowLimits).start();
                RawConnection first = new RawConnection(http.port())) {
            first.send(RawConnection.buildPost(
                            "server/discover", "", TestClient.modernRequest(1, "server/discover", "")))
                    .readResponse();
            for (int i = 0; i < TIMES; i++) {
                assertConnectionClosed(http.port());
            }
            assertThat(http.status().limitCounts()).containsEntry("connections", (long) TIMES);
        }
        assertThat(countLines("limit: maxConnections")).isBetween(1L, maxLinesSince(start));
    }

    private static void assertConnectionClosed(int port) {
        try (RawConnection connection = new RawConnection(port)) {
            assertThat(connection.isClosedByServer()).isTrue();
        } catch (IOException e) {
            // It is closed before the request is sent.
        }
    }

    @Test
    void bodies_that_time_out_are_logged_with_their_limit() throws Exception {
        HttpServerLimits shortTimeout = HttpServerLimits.DEFAULT.withBodyTimeout(Duration.ofMillis(300));
        String incompleteRequest = RawConnection.buildHead("tools/call", "echo") + "Content-Length: 100\r\n\r\n{";
        try (TenonHttpServer http =
                        testServer.httpBuilder().limits(shortTimeout).start();
                RawConnection first = new RawConnection(http.port()).send(incompleteRequest);
                RawConnection second = new RawConnection(http.port()).send(incompleteRequest)) {
            assertThat(first.isClosedByServer()).isTrue();
            assertThat(second.isClosedByServer()).isTrue();
        }
        assertThat(countLines("Aborted a request of 127.0.0.1 (limit: bodyTimeout)"))
                .isPositive();
    }

    /** One per second, and one for the started second. */
    private static long maxLinesSince(long start) {
        return 2 + Duration.ofNanos(System.nanoTime() - start).toSeconds();
    }
}
