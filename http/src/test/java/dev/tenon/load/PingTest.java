package dev.tenon.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.json.Json;
import dev.tenon.server.Limits;
import dev.tenon.server.McpServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A ping is not delayed by long calls. */
@Timeout(120)
class PingTest {
    private static final int SLOW_CALLS = 300;
    private static final int CALLS_PER_SESSION = 60;

    /** Generous: a ping that waits for a sleeping call would wait for two minutes. */
    private static final Duration MAX_PING_DURATION = Duration.ofSeconds(30);

    @Test
    @Tag("exhaustive")
    void on_stdio_a_ping_overtakes_300_slow_calls() throws Exception {
        StdioServerProcess serverProcess = StdioServerProcess.start();
        try {
            serverProcess.sendAndReceive(Messages.initialize());
            for (int i = 0; i < SLOW_CALLS; i++) {
                serverProcess.send(Messages.call(i % 2 == 0 ? Messages.MODERN : Messages.LEGACY, i, "sleep", ""));
            }
            long start = System.nanoTime();
            Json response = serverProcess.sendAndReceive(Messages.request("\"ping\"", "ping", ""));
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(MAX_PING_DURATION);
            assertThat(response.get("id").string()).isEqualTo("ping");
        } finally {
            // Its calls have two seconds to end, and are then cancelled.
            serverProcess.close();
        }
    }

    @Test
    void over_http_a_ping_overtakes_300_slow_calls_of_five_sessions() throws Exception {
        McpServer server = LoadServer.builder(Limits.DEFAULT).build();
        List<HttpConnection> slowConnections = new ArrayList<>();
        try (TenonHttpServer http = TenonHttpServer.builder(server).port(0).start();
                HttpConnection pingConnection = new HttpConnection(http.port())) {
            String session = "";
            for (int i = 0; i < SLOW_CALLS; i++) {
                session = i % CALLS_PER_SESSION == 0 ? McpHttpRequests.openSession(pingConnection) : session;
                HttpConnection connection = new HttpConnection(http.port());
                slowConnections.add(connection);
                connection.send(
                        "POST",
                        McpHttpRequests.sessionHeaders(session),
                        Messages.call(Messages.LEGACY, i, "sleep", ""));
            }
            Conditions.await(() -> server.status().requests() == SLOW_CALLS);
            long start = System.nanoTime();
            Json inBusySession = ping(pingConnection, session);
            Json inNewSession = ping(pingConnection, McpHttpRequests.openSession(pingConnection));
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(MAX_PING_DURATION);
            assertThat(inBusySession.get("result")).isEqualTo(Json.EMPTY_OBJECT);
            assertThat(inNewSession.get("result")).isEqualTo(Json.EMPTY_OBJECT);
            server.close(Duration.ZERO);
            assertThat(server.status().requests()).isZero();
        } finally {
            for (HttpConnection connection : slowConnections) {
                connection.close();
            }
        }
    }

    private static Json ping(HttpConnection connection, String session) throws Exception {
        return McpHttpRequests.parseMessage(
                connection.post(McpHttpRequests.sessionHeaders(session), Messages.request("\"p\"", "ping", "")));
    }
}
