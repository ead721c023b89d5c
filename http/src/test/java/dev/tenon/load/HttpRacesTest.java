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
    private final McpServer server = LoadServer.builder(Limits.DEFAULT).build();
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
        try (HttpConnection caller = new HttpConnection(http.port());
                HttpConnection canceller = new HttpConnection(http.port())) {
            String headers = McpHttpRequests.sessionHeaders(McpHttpRequests.openSession(caller));
            for (int i = 0; i < 1000; i++) {
                // Always the same id: if one remained registered, the next would be rejected.
                String call = Messages.call(Messages.LEGACY, 1, "brief", "\"micros\":" + i % 200);
                List<HttpConnection.ReceivedResponse> responses = runConcurrently(
                        () -> caller.post(headers, call),
                        () -> canceller.post(headers, Messages.cancelledNotification(1)));
                HttpConnection.ReceivedResponse response = responses.get(0);
                boolean stream = "text/event-stream".equals(response.headers().get("content-type"));
                cancelled += stream ? 1 : 0;
                assertThat(
                                stream
                                        ? response.body()
                                        : McpHttpRequests.parseMessage(response)
                                                .get("result")
                                                .toString())
                        .as("answer %d: %s", i, response)
                        .doesNotContain(stream ? "result" : "isError");
                assertThat(responses.get(1).status()).isEqualTo(202);
            }
            Conditions.await(() -> server.status().requests() == 0);
        }
        System.out.printf("load: of 1000 calls over HTTP, %d were cancelled in time%n", cancelled);
    }

    @Test
    void of_concurrent_calls_with_one_id_one_is_served() throws Exception {
        int callers = 16;
        List<HttpConnection> connections = new ArrayList<>();
        try (HttpConnection canceller = new HttpConnection(http.port())) {
            String headers = McpHttpRequests.sessionHeaders(McpHttpRequests.openSession(canceller));
            List<CompletableFuture<HttpConnection.ReceivedResponse>> responses = new ArrayList<>();
            for (int i = 0; i < callers; i++) {
                HttpConnection connection = new HttpConnection(http.port());
                connections.add(connection);
                responses.add(CompletableFuture.supplyAsync(
                        () -> post(connection, headers, Messages.call(Messages.LEGACY, 1, "sleep", "")), threads));
            }
            Conditions.await(
                    () -> responses.stream().filter(CompletableFuture::isDone).count() == callers - 1);
            assertThat(server.status().requests()).isOne();
            assertThat(canceller
                            .post(headers, Messages.cancelledNotification(1))
                            .status())
                    .isEqualTo(202);
            long refused = 0;
            for (CompletableFuture<HttpConnection.ReceivedResponse> response : responses) {
                refused += response.get().body().contains("in flight already") ? 1 : 0;
            }
            assertThat(refused).isEqualTo(callers - 1);
        } finally {
            for (HttpConnection connection : connections) {
                connection.close();
            }
        }
    }

    private static HttpConnection.ReceivedResponse post(HttpConnection connection, String headers, String body) {
        try {
            return connection.post(headers, body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void requests_during_the_end_of_a_session_leave_nothing_behind() throws Exception {
        try (HttpConnection first = new HttpConnection(http.port());
                HttpConnection second = new HttpConnection(http.port())) {
            for (int i = 0; i < 500; i++) {
                String headers = McpHttpRequests.sessionHeaders(McpHttpRequests.openSession(first));
                String message = i % 2 == 0
                        ? Messages.request(Messages.LEGACY, 1, "resources/subscribe", "\"uri\":\"load://watched\"")
                        : Messages.call(Messages.LEGACY, 1, "sleep", "");
                List<HttpConnection.ReceivedResponse> responses =
                        runConcurrently(() -> first.post(headers, message), () -> {
                            second.send("DELETE", headers, "");
                            return second.receive();
                        });
                assertThat(responses.get(0).status()).isIn(200, 404);
                assertThat(responses.get(1).status()).isEqualTo(204);
            }
        }
        Conditions.await(() -> server.status().subscriptions() == 0
                && server.status().sessions() == 0
                && server.status().requests() == 0);
    }

    @Test
    void closing_completes_pending_requests() throws Exception {
        int rounds = 0;
        // On a busy machine a call may end before the last one has arrived. Such a round shows nothing.
        for (int i = 0; i < 300 && rounds < 30; i++) {
            rounds += closeWithAllInFlight() ? 1 : 0;
        }
        assertThat(rounds).isPositive();
    }

    private boolean closeWithAllInFlight() throws Exception {
        McpServer closingServer = LoadServer.builder(Limits.DEFAULT).build();
        TenonHttpServer endpoint = TenonHttpServer.builder(closingServer)
                .port(0)
                .closeServersOnShutdown()
                .start();
        List<HttpConnection> connections = new ArrayList<>();
        try {
            List<Future<HttpConnection.ReceivedResponse>> responses = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                String call = Messages.call(Messages.MODERN, i, "brief", "\"micros\":" + (50_000 + i * 50));
                HttpConnection connection = new HttpConnection(endpoint.port());
                connections.add(connection);
                responses.add(threads.submit(() -> connection.post(McpHttpRequests.modernCallHeaders("brief"), call)));
            }
            Conditions.await(() ->
                    closingServer.status().requests() == 8 || responses.stream().anyMatch(Future::isDone));
            boolean all = closingServer.status().requests() == 8;
            endpoint.close(Duration.ofSeconds(20));
            for (Future<HttpConnection.ReceivedResponse> response :
                    all ? responses : List.<Future<HttpConnection.ReceivedResponse>>of()) {
                assertThat(response.get().status()).isEqualTo(200);
                assertThat(response.get().body()).contains("brief");
            }
            return all;
        } finally {
            endpoint.close(Duration.ZERO);
            for (HttpConnection connection : connections) {
                connection.close();
            }
        }
    }

    /** Runs both calls at the same moment and returns their results in this order. */
    private List<HttpConnection.ReceivedResponse> runConcurrently(
            Callable<HttpConnection.ReceivedResponse> firstCall, Callable<HttpConnection.ReceivedResponse> secondCall)
            throws Exception {
        CyclicBarrier start = new CyclicBarrier(2);
        Future<HttpConnection.ReceivedResponse> first = threads.submit(() -> {
            start.await();
            return firstCall.call();
        });
        start.await();
        HttpConnection.ReceivedResponse second = secondCall.call();
        return List.of(first.get(), second);
    }
}
