package dev.tenon.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.server.LimitType;
import dev.tenon.server.Limits;
import dev.tenon.server.McpServer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Issue 20, "a neighbours table": one caller gets at most half of the requests and subscriptions of a server. */
@Timeout(60)
class RequestShareTest {
    private static final int SHARE = 2;
    private static final String ALICE = "X-Forwarded-For: 192.0.2.1\r\n";
    private static final String BOB = "X-Forwarded-For: 192.0.2.2\r\n";
    private static final String REQUEST_LIMIT_ERROR =
            "Busy: this caller has 2 requests in flight, half of the limit (limit: requestsPerProcess); wait for one to end";
    private static final String SUBSCRIPTION_LIMIT_ERROR =
            "Busy: this caller would have more than 2 subscriptions, half of the limit (limit: subscriptions); end one first";

    private final McpServer server = LoadServer.builder(Limits.DEFAULT.toBuilder()
                    .requestsPerProcess(2 * SHARE)
                    .subscriptions(2 * SHARE)
                    .build())
            .build();
    private final TenonHttpServer http = TenonHttpServer.builder(server)
            .port(0)
            .trustedProxies("127.0.0.0/8")
            .start();
    private final List<HttpConnection> connections = new ArrayList<>();

    @AfterEach
    void stop() throws IOException {
        for (HttpConnection connection : connections) {
            connection.close();
        }
        server.close(Duration.ZERO);
        http.close(Duration.ZERO);
    }

    private HttpConnection connect() throws IOException {
        HttpConnection connection = new HttpConnection(http.port());
        connections.add(connection);
        return connection;
    }

    private HttpConnection.ReceivedResponse callEcho(String caller) throws IOException {
        return connect()
                .post(
                        caller + McpHttpRequests.modernCallHeaders("echo"),
                        Messages.call(Messages.MODERN, 1, "echo", "\"text\":\"here\""));
    }

    private HttpConnection startSleepCall(String headers, String revision) throws IOException {
        HttpConnection connection = connect();
        connection.send("POST", headers, Messages.call(revision, 1, "sleep", ""));
        return connection;
    }

    private HttpConnection startListen(String caller) throws IOException {
        HttpConnection connection = connect();
        connection.send(
                "POST",
                caller + "MCP-Protocol-Version: " + Messages.MODERN + "\r\nMcp-Method: subscriptions/listen\r\n",
                Messages.request(
                        Messages.MODERN,
                        1,
                        "subscriptions/listen",
                        "\"notifications\":{\"resourceSubscriptions\":[\"load://watched\"]}"));
        return connection;
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    @Test
    void a_caller_without_a_session_gets_at_most_half_of_the_requests() throws Exception {
        List<HttpConnection> sleepingConnections = List.of(
                startSleepCall(BOB + McpHttpRequests.modernCallHeaders("sleep"), Messages.MODERN),
                startSleepCall(BOB + McpHttpRequests.modernCallHeaders("sleep"), Messages.MODERN));
        await(() -> server.status().requests() == SHARE);

        HttpConnection.ReceivedResponse refused = callEcho(BOB);
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.headers()).containsKey("retry-after");
        assertThat(refused.body()).contains("\"code\":429", REQUEST_LIMIT_ERROR);
        assertThat(server.status().limitCounts()).containsEntry(LimitType.REQUESTS_PER_PROCESS, 1L);
        assertThat(callEcho(ALICE).status()).isEqualTo(200);

        sleepingConnections.get(0).close();
        await(() -> server.status().requests() < SHARE);
        assertThat(callEcho(BOB).status()).isEqualTo(200);
    }

    @Test
    void requests_in_sessions_count_towards_the_same_half() throws Exception {
        HttpConnection connection = connect();
        String session = connection.post(BOB, Messages.initialize()).headers().get("mcp-session-id");
        assertThat(session).isNotNull();
        var unused = startSleepCall(BOB + McpHttpRequests.sessionHeaders(session), Messages.LEGACY);
        startSleepCall(BOB + McpHttpRequests.modernCallHeaders("sleep"), Messages.MODERN);
        await(() -> server.status().requests() == SHARE);

        assertThat(callEcho(BOB).body()).contains(REQUEST_LIMIT_ERROR);
        assertThat(callEcho(ALICE).status()).isEqualTo(200);
    }

    @Test
    void a_caller_gets_at_most_half_of_the_subscriptions() throws Exception {
        HttpConnection first = startListen(BOB);
        assertThat(first.receiveHead().status()).isEqualTo(200);
        assertThat(startListen(BOB).receiveHead().status()).isEqualTo(200);
        HttpConnection.ReceivedResponse refused = startListen(BOB).receive();
        assertThat(refused.body()).contains("\"code\":429", SUBSCRIPTION_LIMIT_ERROR);
        assertThat(startListen(ALICE).receiveHead().status()).isEqualTo(200);

        first.close();
        await(() -> server.status().subscriptions() == SHARE);
        assertThat(startListen(BOB).receiveHead().status()).isEqualTo(200);
    }
}
