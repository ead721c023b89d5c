package dev.tenon.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.server.Limits;
import dev.tenon.server.McpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Races on several connections. */
@Timeout(120)
class HttpRacesTest {
    private final McpServer server = LoadServer.with(Limits.DEFAULT).build();
    private final TenonHttpServer http = TenonHttpServer.builder(server).port(0).start();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void stop() {
        server.close(Duration.ZERO);
        http.close(Duration.ZERO);
        threads.shutdownNow();
    }

    @Test
    void a_call_and_its_cancellation_may_race() throws Exception {
        int cancelled = 0;
        try (Connection caller = new Connection(http.port());
                Connection canceller = new Connection(http.port())) {
            String headers = HttpClients.inSession(HttpClients.open(caller));
            for (int i = 0; i < 1000; i++) {
                // Always the same id: if one remained registered, the next would be rejected.
                String call = Messages.call(Messages.LEGACY, 1, "brief", "\"micros\":" + i % 200);
                List<Connection.Answer> answers = together(
                        () -> caller.post(headers, call), () -> canceller.post(headers, Messages.cancelled(1)));
                Connection.Answer response = answers.get(0);
                boolean stream = "text/event-stream".equals(response.headers().get("content-type"));
                cancelled += stream ? 1 : 0;
                assertThat(
                                stream
                                        ? response.body()
                                        : HttpClients.message(response)
                                                .get("result")
                                                .toString())
                        .as("answer %d: %s", i, response)
                        .doesNotContain(stream ? "result" : "isError");
                assertThat(answers.get(1).status()).isEqualTo(202);
            }
            Await.until(() -> server.status().requests() == 0);
        }
        System.out.printf("load: of 1000 calls over HTTP, %d were cancelled in time%n", cancelled);
    }

    @Test
    void of_concurrent_calls_with_one_id_one_is_served() throws Exception {
        int callers = 16;
        List<Connection> connections = new ArrayList<>();
        try (Connection other = new Connection(http.port())) {
            String headers = HttpClients.inSession(HttpClients.open(other));
            List<CompletableFuture<Connection.Answer>> answers = new ArrayList<>();
            for (int i = 0; i < callers; i++) {
                Connection connection = new Connection(http.port());
                connections.add(connection);
                answers.add(CompletableFuture.supplyAsync(
                        () -> post(connection, headers, Messages.call(Messages.LEGACY, 1, "sleep", "")), threads));
            }
            Await.until(() -> answers.stream().filter(CompletableFuture::isDone).count() == callers - 1);
            assertThat(server.status().requests()).isOne();
            assertThat(other.post(headers, Messages.cancelled(1)).status()).isEqualTo(202);
            long refused = 0;
            for (CompletableFuture<Connection.Answer> response : answers) {
                refused += response.get().body().contains("in flight already") ? 1 : 0;
            }
            assertThat(refused).isEqualTo(callers - 1);
        } finally {
            for (Connection connection : connections) {
                connection.close();
            }
        }
    }

    private static Connection.Answer post(Connection connection, String headers, String body) {
        try {
            return connection.post(headers, body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void requests_during_the_end_of_a_session_leave_nothing_behind() throws Exception {
        try (Connection one = new Connection(http.port());
                Connection two = new Connection(http.port())) {
            for (int i = 0; i < 500; i++) {
                String headers = HttpClients.inSession(HttpClients.open(one));
                String message = i % 2 == 0
                        ? Messages.request(Messages.LEGACY, 1, "resources/subscribe", "\"uri\":\"load://watched\"")
                        : Messages.call(Messages.LEGACY, 1, "sleep", "");
                List<Connection.Answer> answers = together(() -> one.post(headers, message), () -> {
                    two.send("DELETE", headers, "");
                    return two.receive();
                });
                assertThat(answers.get(0).status()).isIn(200, 404);
                assertThat(answers.get(1).status()).isEqualTo(204);
            }
        }
        Await.until(() -> server.status().subscriptions() == 0
                && server.status().sessions() == 0
                && server.status().requests() == 0);
    }

    @Test
    void closing_completes_pending_requests() throws Exception {
        int rounds = 0;
        // On a busy machine a call may end before the last one has arrived. Such a round shows nothing.
        for (int i = 0; i < 300 && rounds < 30; i++) {
            rounds += closesWithAllInFlight() ? 1 : 0;
        }
        assertThat(rounds).isPositive();
    }

    private boolean closesWithAllInFlight() throws Exception {
        McpServer closing = LoadServer.with(Limits.DEFAULT).build();
        TenonHttpServer endpoint = TenonHttpServer.builder(closing)
                .port(0)
                .closeServersOnShutdown()
                .start();
        List<Connection> connections = new ArrayList<>();
        try {
            List<Future<Connection.Answer>> answers = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                String call = Messages.call(Messages.MODERN, i, "brief", "\"micros\":" + (50_000 + i * 50));
                Connection connection = new Connection(endpoint.port());
                connections.add(connection);
                answers.add(threads.submit(() -> connection.post(HttpClients.modernCall("brief"), call)));
            }
            Await.until(
                    () -> closing.status().requests() == 8 || answers.stream().anyMatch(Future::isDone));
            boolean all = closing.status().requests() == 8;
            endpoint.close(Duration.ofSeconds(20));
            for (Future<Connection.Answer> response : all ? answers : List.<Future<Connection.Answer>>of()) {
                assertThat(response.get().status()).isEqualTo(200);
                assertThat(response.get().body()).contains("brief");
            }
            return all;
        } finally {
            endpoint.close(Duration.ZERO);
            for (Connection connection : connections) {
                connection.close();
            }
        }
    }

    /** Runs both at the same moment. */
    private List<Connection.Answer> together(Callable<Connection.Answer> one, Callable<Connection.Answer> other)
            throws Exception {
        CyclicBarrier start = new CyclicBarrier(2);
        Future<Connection.Answer> first = threads.submit(() -> {
            start.await();
            return one.call();
        });
        start.await();
        Connection.Answer second = other.call();
        return List.of(first.get(), second);
    }
}
