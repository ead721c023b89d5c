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
    private static final String CALL = post("echo", "\"text\":\"" + "x".repeat(200_000) + "\"");

    static String post(String tool, String arguments) {
        String body = Messages.call(Messages.MODERN, 1, tool, arguments);
        return "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Accept: application/json, text/event-stream\r\n" + HttpClients.modernCall(tool) + "Content-Length: "
                + body.length() + "\r\n\r\n" + body;
    }

    /** The heap of item 9; in an exhaustive run also smaller ones. */
    static Stream<String> heaps() {
        return Stream.of("-Xmx256m", "-Xmx64m", "-Xmx128m").limit(CaseSampler.chooseSize(1, 3));
    }

    /** Issue 20, item 9. */
    @ParameterizedTest
    @MethodSource("heaps")
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
        String call = WebSockets.frame(WebSockets.TEXT, Messages.call(Messages.MODERN, 1, "huge", ""));
        try (HttpChild server = HttpChild.start("-Xmx256m")) {
            String calls = WebSockets.HANDSHAKE + call.repeat(100);
            Pattern cut = Pattern.compile("waiting_bytes=[1-9]");
            try (SilentClients clients = new SilentClients(server.port(), 400, calls)) {
                clients.sendUntilQuiet(100);
                // The server reads everything they send; only its status shows that it has reached its limit.
                Await.until(() -> cut.matcher(statusOrNothing(server)).find());
                assertThat(statusAfter(server, clients))
                        .containsPattern("paused_reads=[1-9]")
                        .containsPattern(cut);
            }
        }
    }

    /** Issue 20, item 9: small requests with large answers. */
    @Test
    void a_server_with_four_hundred_clients_that_never_read_large_responses_still_responds() throws Exception {
        try (HttpChild server = HttpChild.start("-Xmx256m")) {
            assertThat(statusAfter(server, new SilentClients(server.port(), 400, post("huge", ""), 20)))
                    .containsPattern("waiting_bytes=[1-9]");
        }
    }

    /** While memory is short the server may also close the connection of this request. */
    private static String statusOrNothing(HttpChild server) {
        try {
            return server.status();
        } catch (IOException e) {
            return "";
        }
    }

    private static String statusAfterFlood(String... options) throws Exception {
        try (HttpChild server = HttpChild.start(options)) {
            return statusAfter(server, new SilentClients(server.port(), 600, CALL, 20));
        }
    }

    private static String statusAfter(HttpChild server, SilentClients flood) throws Exception {
        try (flood) {
            flood.sendUntilQuiet(3000);
        }
        long left = System.nanoTime();
        String status = server.status();
        assertThat(System.nanoTime() - left).isLessThan(TimeUnit.SECONDS.toNanos(25));
        return status;
    }

    /**
     * Issue 20, item 11. The 90th percentile: the attacking clients take processor time from this one, so that on two
     * processors the 99th was 33 to 159 ms in five runs (6 to 15 ms alone), and the 90th 7 to 25 ms. {@code
     * NeighboursTest} checks the 99th.
     */
    @Test
    void a_hundred_clients_that_never_read_do_not_delay_another_client() throws Exception {
        try (HttpChild server = HttpChild.start("-Xmx512m");
                SilentClients clients = new SilentClients(server.port(), 100, CALL, 20)) {
            calls(server.port(), CALLS);
            long alone = calls(server.port(), CALLS);
            Thread flood = new Thread(() -> flood(clients));
            flood.start();
            long meanwhile = calls(server.port(), CALLS);
            flood.join();
            assertThat(server.status()).containsPattern("paused_reads=[1-9]");
            assertThat(meanwhile)
                    .as("alone: %d ns", alone)
                    .isLessThan(Math.max(TimeUnit.MILLISECONDS.toNanos(100), 5 * alone));
        }
    }

    private static void flood(SilentClients clients) {
        try {
            clients.sendUntilQuiet(1000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Makes calls one after the other, all of which must succeed; returns the 90th percentile of their times in
     * nanoseconds.
     */
    private static long calls(int port, int count) throws Exception {
        long[] nanos = new long[count];
        String call = Messages.call(Messages.MODERN, 1, "echo", "\"text\":\"small\"");
        try (Connection connection = new Connection(port)) {
            for (int i = 0; i < count; i++) {
                long start = System.nanoTime();
                HttpClients.message(connection.post(HttpClients.modernCall("echo"), call));
                nanos[i] = System.nanoTime() - start;
            }
        }
        Arrays.sort(nanos);
        return nanos[count * 9 / 10];
    }
}
