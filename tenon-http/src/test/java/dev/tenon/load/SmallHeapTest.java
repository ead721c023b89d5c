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
