package dev.tenon.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.server.Limits;
import dev.tenon.server.McpServer;
import dev.tenon.server.ServerStatus;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** Sessions that are opened and then ended, abandoned or disconnected leave nothing behind. */
@Timeout(180)
@Isolated("it measures memory")
class SessionsTest {
    private static final int SESSIONS = 1000;
    private static final int ROUNDS = 3;
    private static final long MAX_GROWTH_BYTES = 4L << 20;

    private final McpServer server = LoadServer.builder(Limits.DEFAULT.toBuilder()
                    .sessionIdleTimeout(Duration.ofMillis(300))
                    .build())
            .build();
    private final TenonHttpServer http = TenonHttpServer.builder(server).port(0).start();

    @AfterEach
    void stop() {
        server.close(Duration.ZERO);
        http.close(Duration.ZERO);
    }

    @Test
    @Tag("exhaustive")
    void a_thousand_sessions_leave_nothing_behind() throws Exception {
        long previousBytes = 0;
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < SESSIONS; i++) {
                openAndEndSession(i);
            }
            Conditions.await(this::isEmpty);
            long usedBytes = usedHeap();
            assertThat(usedBytes)
                    .as("heap after round %d", round)
                    .isLessThan(round < 2 ? Long.MAX_VALUE : previousBytes + MAX_GROWTH_BYTES);
            previousBytes = usedBytes;
        }
    }

    /**
     * Opens a session and ends it: by a request, by abandoning it, or by disconnecting with a stream open, a call in
     * flight or both.
     */
    private void openAndEndSession(int i) throws IOException {
        try (HttpConnection connection = new HttpConnection(http.port())) {
            String headers = McpHttpRequests.sessionHeaders(McpHttpRequests.openSession(connection));
            connection.post(
                    headers, Messages.request(Messages.LEGACY, 1, "resources/subscribe", "\"uri\":\"load://watched\""));
            switch (i % 4) {
                case 0 -> {
                    connection.send("DELETE", headers, "");
                    assertThat(connection.receive().status()).isEqualTo(204);
                }
                case 1 -> {
                    connection.send("GET", headers, "");
                    assertThat(connection.receiveHead().status()).isEqualTo(200);
                }
                case 2 -> endWithCallInFlight(connection, headers);
                default -> connection.post(headers, Messages.call(Messages.LEGACY, 2, "echo", "\"text\":\"bye\""));
            }
        }
    }

    private void endWithCallInFlight(HttpConnection connection, String headers) throws IOException {
        connection.send("POST", headers, Messages.call(Messages.LEGACY, 3, "sleep", ""));
        try (HttpConnection other = new HttpConnection(http.port())) {
            other.send("DELETE", headers, "");
            assertThat(other.receive().status()).isEqualTo(204);
        }
    }

    private boolean isEmpty() {
        ServerStatus status = server.status();
        return status.sessions() == 0
                && status.requests() == 0
                && status.openStreams() == 0
                && status.subscriptions() == 0;
    }

    private static long usedHeap() throws InterruptedException {
        Runtime runtime = Runtime.getRuntime();
        for (int i = 0; i < 3; i++) {
            System.gc();
            Thread.sleep(50);
        }
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
