package dev.tenon.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.support.CaseSampler;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Clients that pipeline calls and do not read affect only themselves. */
@Timeout(180)
@Tag("exhaustive")
@Isolated("it measures memory and times")
class PipeliningTest {
    private static final int CALLS = 1000;
    private static final String CALL = buildPost("echo", "\"text\":\"" + "x".repeat(200_000) + "\"");

    static String buildPost(String tool, String arguments) {
        String body = Messages.call(Messages.MODERN, 1, tool, arguments);
        return "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Accept: application/json, text/event-stream\r\n" + McpHttpRequests.modernCallHeaders(tool)
                + "Content-Length: "
                + body.length() + "\r\n\r\n" + body;
    }

    /** The heap of item 9; in an exhaustive run also smaller ones. */
    static Stream<String> heapOptions() {
        return Stream.of("-Xmx256m", "-Xmx64m", "-Xmx128m").limit(CaseSampler.chooseSize(1, 3));
    }

    /** Issue 20, item 9. */
    @ParameterizedTest
    @MethodSource("heapOptions")
    void a_server_with_six_hundred_clients_that_never_read_still_responds(String heap) throws Exception {
        assertThat(statusAfterFlood(heap))
                .containsPattern("paused_reads=[1-9]")
                .containsPattern("body_bytes=[1-9]|waiting_bytes=[1-9]");
    }

    /** Issue 20, item 9: direct memory is short as well. */
    @Test
    void a_server_with_16_mib_of_direct_memory_and_six_hundred_clients_that_never_read_still_responds()
            throws Exception {
        assertThat(statusAfterFlood("-Xmx256m", "-XX:MaxDirectMemorySize=16m")).containsPattern("paused_reads=[1-9]");
    }

    /** Issue 20, item 9: pending output of WebSockets counts as well. */
    @Test
    void a_server_with_256_mib_and_four_hundred_web_sockets_that_never_read_still_responds() throws Exception {
        String call = RawWebSockets.encodeFrame(RawWebSockets.TEXT, Messages.call(Messages.MODERN, 1, "huge", ""));
        try (HttpServerProcess server = HttpServerProcess.start("-Xmx256m")) {
            String calls = RawWebSockets.HANDSHAKE + call.repeat(100);
            Pattern pendingBytes = Pattern.compile("waiting_bytes=[1-9]");
            try (NonReadingClients clients = new NonReadingClients(server.port(), 400, calls)) {
                clients.sendUntilBlocked(100);
                // The server reads everything they send; only its status shows that it has reached its limit.
                Conditions.await(
                        () -> pendingBytes.matcher(statusOrEmpty(server)).find());
                assertThat(statusAfter(server, clients))
                        .containsPattern("paused_reads=[1-9]")
                        .containsPattern(pendingBytes);
            }
        }
    }

    /** Issue 20, item 9: small requests with large responses. */
    @Test
    void a_server_with_four_hundred_clients_that_never_read_large_responses_still_responds() throws Exception {
        try (HttpServerProcess server = HttpServerProcess.start("-Xmx256m")) {
            assertThat(statusAfter(server, new NonReadingClients(server.port(), 400, buildPost("huge", ""), 20)))
                    .containsPattern("waiting_bytes=[1-9]");
        }
    }

    /** While memory is short the server may also close the connection of this request. */
    private static String statusOrEmpty(HttpServerProcess server) {
        try {
            return server.status();
        } catch (IOException e) {
            return "";
        }
    }

    private static String statusAfterFlood(String... options) throws Exception {
        try (HttpServerProcess server = HttpServerProcess.start(options)) {
            return statusAfter(server, new NonReadingClients(server.port(), 600, CALL, 20));
        }
    }

    private static String statusAfter(HttpServerProcess server, NonReadingClients flood) throws Exception {
        try (flood) {
            flood.sendUntilBlocked(3000);
        }
        long start = System.nanoTime();
        String status = server.status();
        assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(25));
        return status;
    }

    /**
     * Issue 20, item 11. The 90th percentile: the attacking clients take processor time from this one, so that on two
     * processors the 99th was 33 to 159 ms in five runs (6 to 15 ms alone), and the 90th 7 to 25 ms. {@code
     * NeighboursTest} checks the 99th.
     */
    @Test
    void a_hundred_clients_that_never_read_do_not_delay_another_client() throws Exception {
        try (HttpServerProcess server = HttpServerProcess.start("-Xmx512m");
                NonReadingClients clients = new NonReadingClients(server.port(), 100, CALL, 20)) {
            measureCalls(server.port(), CALLS);
            long baselineNanos = measureCalls(server.port(), CALLS);
            Thread flood = new Thread(() -> sendUntilBlocked(clients));
            flood.start();
            long floodNanos = measureCalls(server.port(), CALLS);
            flood.join();
            assertThat(server.status()).containsPattern("paused_reads=[1-9]");
            assertThat(floodNanos)
                    .as("without the other clients: %d ns", baselineNanos)
                    .isLessThan(Math.max(TimeUnit.MILLISECONDS.toNanos(100), 5 * baselineNanos));
        }
    }

    private static void sendUntilBlocked(NonReadingClients clients) {
        try {
            clients.sendUntilBlocked(1000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Makes calls one after the other, all of which must succeed; returns the 90th percentile of their times in
     * nanoseconds.
     */
    private static long measureCalls(int port, int count) throws Exception {
        long[] nanos = new long[count];
        String call = Messages.call(Messages.MODERN, 1, "echo", "\"text\":\"small\"");
        try (HttpConnection connection = new HttpConnection(port)) {
            for (int i = 0; i < count; i++) {
                long start = System.nanoTime();
                McpHttpRequests.parseMessage(connection.post(McpHttpRequests.modernCallHeaders("echo"), call));
                nanos[i] = System.nanoTime() - start;
            }
        }
        Arrays.sort(nanos);
        return nanos[count * 9 / 10];
    }
}
