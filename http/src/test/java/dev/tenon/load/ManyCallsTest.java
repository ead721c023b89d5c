package dev.tenon.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.json.Json;
import dev.tenon.server.Limits;
import dev.tenon.server.McpServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every response arrives exactly once and at the right caller. */
@Timeout(180)
@Isolated("its calls take all the processors there are")
class ManyCallsTest {
    private static final int CALLS = 20_000;
    private static final int IN_FLIGHT = 64;

    @ParameterizedTest
    @Tag("exhaustive")
    @ValueSource(strings = {Messages.MODERN, Messages.LEGACY})
    void of_20_000_calls_on_stdio_each_gets_its_response_once(String revision) throws Exception {
        ResponseChecker checker = new ResponseChecker();
        Semaphore permits = new Semaphore(IN_FLIGHT);
        long start = System.nanoTime();
        try (StdioServerProcess serverProcess = StdioServerProcess.start()) {
            if (revision.equals(Messages.LEGACY)) {
                serverProcess.sendAndReceive(Messages.initialize());
            }
            serverProcess.setReceiver(response -> {
                checker.recordResponse(response);
                permits.release();
            });
            for (int i = 0; i < CALLS; i++) {
                assertThat(permits.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
                checker.recordCall(String.valueOf(i), "text " + i);
                serverProcess.send(Messages.call(revision, i, "echo", "\"text\":\"text " + i + "\""));
            }
            assertThat(permits.tryAcquire(IN_FLIGHT, 30, TimeUnit.SECONDS)).isTrue();
        }
        checker.assertAllAnswered(CALLS);
        printDuration("stdio", revision, start);
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @ValueSource(strings = {Messages.MODERN, Messages.LEGACY})
    void of_20_000_calls_over_http_each_gets_its_response_once(String revision) throws Exception {
        ResponseChecker checker = new ResponseChecker();
        // Exactly as many as a session may have in flight: a call with a response no longer counts.
        Limits limits = Limits.DEFAULT.toBuilder().requestsPerSession(IN_FLIGHT).build();
        long start = System.nanoTime();
        try (McpServer server = LoadServer.builder(limits).build();
                TenonHttpServer http = TenonHttpServer.builder(server).port(0).start()) {
            String headers = revision.equals(Messages.MODERN)
                    ? McpHttpRequests.modernCallHeaders("echo")
                    : McpHttpRequests.sessionHeaders(openSession(http.port()));
            ExecutorService callers = Executors.newFixedThreadPool(IN_FLIGHT);
            List<Future<?>> futures = new ArrayList<>();
            for (int caller = 0; caller < IN_FLIGHT; caller++) {
                int firstId = caller;
                futures.add(callers.submit(() -> makeCalls(http.port(), headers, revision, firstId, checker)));
            }
            for (Future<?> future : futures) {
                future.get();
            }
            callers.shutdown();
            assertThat(server.status().requests()).isZero();
        }
        checker.assertAllAnswered(CALLS);
        printDuration("HTTP", revision, start);
    }

    private static String openSession(int port) throws Exception {
        try (HttpConnection connection = new HttpConnection(port)) {
            return McpHttpRequests.openSession(connection);
        }
    }

    private static Void makeCalls(int port, String headers, String revision, int firstId, ResponseChecker checker)
            throws Exception {
        try (HttpConnection connection = new HttpConnection(port)) {
            for (int i = firstId; i < CALLS; i += IN_FLIGHT) {
                checker.recordCall(String.valueOf(i), "text " + i);
                String body = Messages.call(revision, i, "echo", "\"text\":\"text " + i + "\"");
                Json response = McpHttpRequests.parseMessage(connection.post(headers, body));
                assertThat(response.get("id")).hasToString(String.valueOf(i));
                checker.recordResponse(response);
            }
        }
        return null;
    }

    private static void printDuration(String transport, String revision, long start) {
        System.out.printf(
                "load: %d calls on %s under %s in %d ms%n",
                CALLS, transport, revision, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
    }
}
