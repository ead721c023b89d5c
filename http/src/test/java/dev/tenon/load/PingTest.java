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
    private static final int SLOW = 300;
    private static final int PER_SESSION = 60;

    /** Generous: a ping that waits for a sleeping call would wait for two minutes. */
    private static final Duration PROMPT = Duration.ofSeconds(30);

    @Test
    @Tag("exhaustive")
    void on_stdio_a_ping_overtakes_300_slow_calls() throws Exception {
        Child child = Child.start();
        try {
            child.ask(Messages.initialize());
            for (int i = 0; i < SLOW; i++) {
                child.send(Messages.call(i % 2 == 0 ? Messages.MODERN : Messages.LEGACY, i, "sleep", ""));
            }
            long start = System.nanoTime();
            Json response = child.ask(Messages.request("\"ping\"", "ping", ""));
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(PROMPT);
            assertThat(response.get("id").string()).isEqualTo("ping");
        } finally {
            // Its calls have two seconds to end, and are then cancelled.
            child.close();
        }
    }

    @Test
    void over_http_a_ping_overtakes_300_slow_calls_of_five_sessions() throws Exception {
        McpServer server = LoadServer.with(Limits.DEFAULT).build();
        List<Connection> slow = new ArrayList<>();
        try (TenonHttpServer http = TenonHttpServer.builder(server).port(0).start();
                Connection prompt = new Connection(http.port())) {
            String session = "";
            for (int i = 0; i < SLOW; i++) {
                session = i % PER_SESSION == 0 ? HttpClients.open(prompt) : session;
                Connection connection = new Connection(http.port());
                slow.add(connection);
                connection.send("POST", HttpClients.inSession(session), Messages.call(Messages.LEGACY, i, "sleep", ""));
            }
            Await.until(() -> server.status().requests() == SLOW);
            long start = System.nanoTime();
            Json inBusySession = ping(prompt, session);
            Json inNewSession = ping(prompt, HttpClients.open(prompt));
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(PROMPT);
            assertThat(inBusySession.get("result")).isEqualTo(Json.EMPTY_OBJECT);
            assertThat(inNewSession.get("result")).isEqualTo(Json.EMPTY_OBJECT);
            server.close(Duration.ZERO);
            assertThat(server.status().requests()).isZero();
        } finally {
            for (Connection connection : slow) {
                connection.close();
            }
        }
    }

    private static Json ping(Connection connection, String session) throws Exception {
        return HttpClients.message(
                connection.post(HttpClients.inSession(session), Messages.request("\"p\"", "ping", "")));
    }
}
