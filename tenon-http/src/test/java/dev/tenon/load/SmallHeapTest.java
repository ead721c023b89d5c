package dev.tenon.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is kept of many messages follows the size of the heap: a small server survives what a large one does. */
@Timeout(180)
class SmallHeapTest {
    private static final int CLIENTS = 50;
    private static final int ROUNDS = 3;

    /** Issue 20, item 10. */
    @ParameterizedTest
    @ValueSource(strings = {"-Xmx64m", "-Xmx128m", "-Xmx256m"})
    void fifty_requests_of_4_mib_at_once_are_answered_or_told_to_come_later(String heap) throws Exception {
        try (HttpChild server = HttpChild.start(heap)) {
            Map<Integer, Integer> statuses = new TreeMap<>();
            for (int round = 0; round < ROUNDS; round++) {
                flood(server.port()).forEach(answer -> {
                    assertThat(answer.status()).isIn(200, 429);
                    assertThat(answer.headers().containsKey("retry-after")).isEqualTo(answer.status() == 429);
                    statuses.merge(answer.status(), 1, Integer::sum);
                });
            }
            assertThat(statuses).as("some of both").containsKeys(200, 429);
            assertThat(server.isAlive()).isTrue();
            assertThat(server.status()).containsPattern("refusedBodies=[1-9]|REQUEST_BYTES=[1-9]");
        }
    }

    /** Issue 20, item 13: what a client says of itself is kept as long as its session, so it is small, one by one and in all. */
    @ParameterizedTest
    @ValueSource(strings = {"-Xmx64m", "-Xmx256m"})
    void what_clients_say_of_themselves_does_not_fill_the_heap(String heap) throws Exception {
        try (HttpChild server = HttpChild.start(heap)) {
            try (Connection connection = new Connection(server.port())) {
                for (int i = 0; i < 116; i++) {
                    Connection.Answer large = connection.post("", initialize(3_900_000, ""));
                    assertThat(large.status()).isEqualTo(400);
                    assertThat(large.body())
                            .contains("-32602", "params.clientInfo: 39000", "32768 together (limit: clientBytes)");
                }
                for (int i = 0; i < 116; i++) {
                    Connection.Answer beside = connection.post("", initialize(10, "x".repeat(3_900_000)));
                    assertThat(beside.status()).isEqualTo(200);
                }
                for (int i = 0; i < 4000; i++) {
                    assertThat(connection.post("", initialize(32_000, "")).status())
                            .isEqualTo(200);
                }
            }
            assertThat(server.isAlive()).isTrue();
            assertThat(server.status())
                    .containsPattern("\\bCLIENT_BYTES=116\\b")
                    .containsPattern("SESSION_BYTES=[1-9]");
        }
    }

    private static String initialize(int chars, String beside) {
        return Messages.request(
                1,
                "initialize",
                "\"protocolVersion\":\"" + Messages.LEGACY + "\",\"capabilities\":{},\"beside\":\"" + beside
                        + "\",\"clientInfo\":{\"name\":\"" + "n".repeat(chars) + "\",\"version\":\"1\"}");
    }

    private static List<Connection.Answer> flood(int port) throws Exception {
        String text = "x".repeat((4 << 20) - 1000);
        String call = Messages.call(Messages.MODERN, 1, "echo", "\"text\":\"" + text + "\"");
        ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
        try {
            List<Callable<Connection.Answer>> calls = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                calls.add(() -> one(port, call));
            }
            List<Connection.Answer> answers = new ArrayList<>();
            for (Future<Connection.Answer> answer : threads.invokeAll(calls)) {
                answers.add(answer.get());
            }
            return answers;
        } finally {
            threads.shutdownNow();
        }
    }

    private static Connection.Answer one(int port, String call) throws IOException {
        try (Connection connection = new Connection(port)) {
            return connection.post(HttpClients.modernCall("echo"), call);
        }
    }
}
