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
    private final Demo demo = new Demo();

    @AfterEach
    void release() {
        log.close();
        demo.close();
    }

    private long lines(String part) {
        return log.linesContaining(part).size();
    }

    @Test
    void many_rejected_connections_have_few_log_lines() throws Exception {
        HttpServerLimits lowLimits = HttpServerLimits.DEFAULT.withMaxConnections(1);
        long start = System.nanoTime();
        try (TenonHttpServer http = demo.http().limits(lowLimits).start();
                RawConnection first = new RawConnection(http.port())) {
            first.send(RawConnection.post("server/discover", "", Client.modern(1, "server/discover", "")))
                    .answer();
            for (int i = 0; i < TIMES; i++) {
                isRefused(http.port());
            }
            assertThat(http.status().limitCounts()).containsEntry("connections", (long) TIMES);
        }
        assertThat(lines("limit: maxConnections")).isBetween(1L, mostSince(start));
    }

    private static void isRefused(int port) {
        try (RawConnection more = new RawConnection(port)) {
            assertThat(more.isClosedByServer()).isTrue();
        } catch (IOException e) {
            // It is closed before the request is sent.
        }
    }

    @Test
    void bodies_that_time_out_are_logged_with_their_limit() throws Exception {
        HttpServerLimits shortTimeout = HttpServerLimits.DEFAULT.withBodyTimeout(Duration.ofMillis(300));
        String beginning = RawConnection.head("tools/call", "echo") + "Content-Length: 100\r\n\r\n{";
        try (TenonHttpServer http = demo.http().limits(shortTimeout).start();
                RawConnection one = new RawConnection(http.port()).send(beginning);
                RawConnection other = new RawConnection(http.port()).send(beginning)) {
            assertThat(one.isClosedByServer()).isTrue();
            assertThat(other.isClosedByServer()).isTrue();
        }
        assertThat(lines("Aborted a request of 127.0.0.1 (limit: bodyTimeout)")).isPositive();
    }

    /** One per second, and one for the started second. */
    private static long mostSince(long start) {
        return 2 + Duration.ofNanos(System.nanoTime() - start).toSeconds();
    }
}
