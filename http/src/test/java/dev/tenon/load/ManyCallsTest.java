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
        Tally tally = new Tally();
        Semaphore room = new Semaphore(IN_FLIGHT);
        long start = System.nanoTime();
        try (Child child = Child.start()) {
            if (revision.equals(Messages.LEGACY)) {
                child.ask(Messages.initialize());
            }
            child.listen(response -> {
                tally.answered(response);
                room.release();
            });
            for (int i = 0; i < CALLS; i++) {
                assertThat(room.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
                tally.asked(String.valueOf(i), "text " + i);
                child.send(Messages.call(revision, i, "echo", "\"text\":\"text " + i + "\""));
            }
            assertThat(room.tryAcquire(IN_FLIGHT, 30, TimeUnit.SECONDS)).isTrue();
        }
        tally.check(CALLS);
        report("stdio", revision, start);
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @ValueSource(strings = {Messages.MODERN, Messages.LEGACY})
    void of_20_000_calls_over_http_each_gets_its_response_once(String revision) throws Exception {
        Tally tally = new Tally();
        // Exactly as many as a session may have in flight: a call with a response no longer counts.
        Limits limits = Limits.DEFAULT.toBuilder().requestsPerSession(IN_FLIGHT).build();
        long start = System.nanoTime();
        try (McpServer server = LoadServer.with(limits).build();
                TenonHttpServer http = TenonHttpServer.builder(server).port(0).start()) {
            String headers = revision.equals(Messages.MODERN)
                    ? HttpClients.modernCall("echo")
                    : HttpClients.inSession(session(http.port()));
            ExecutorService callers = Executors.newFixedThreadPool(IN_FLIGHT);
            List<Future<?>> all = new ArrayList<>();
            for (int caller = 0; caller < IN_FLIGHT; caller++) {
                int first = caller;
                all.add(callers.submit(() -> call(http.port(), headers, revision, first, tally)));
            }
            for (Future<?> one : all) {
                one.get();
            }
            callers.shutdown();
            assertThat(server.status().requests()).isZero();
        }
        tally.check(CALLS);
        report("HTTP", revision, start);
    }

    private static String session(int port) throws Exception {
        try (Connection connection = new Connection(port)) {
            return HttpClients.open(connection);
        }
    }

    private static Void call(int port, String headers, String revision, int first, Tally tally) throws Exception {
        try (Connection connection = new Connection(port)) {
            for (int i = first; i < CALLS; i += IN_FLIGHT) {
                tally.asked(String.valueOf(i), "text " + i);
                String body = Messages.call(revision, i, "echo", "\"text\":\"text " + i + "\"");
                Json response = HttpClients.message(connection.post(headers, body));
                assertThat(response.get("id")).hasToString(String.valueOf(i));
                tally.answered(response);
            }
        }
        return null;
    }

    private static void report(String transport, String revision, long start) {
        System.out.printf(
                "load: %d calls on %s under %s in %d ms%n",
                CALLS, transport, revision, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
    }
}
