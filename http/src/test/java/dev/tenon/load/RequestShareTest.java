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
    private static final String NO_CALL =
            "Busy: this caller has 2 requests in flight, half of the limit (limit: requestsPerProcess); wait for one to end";
    private static final String NO_SUBSCRIPTION =
            "Busy: this caller would have more than 2 subscriptions, half of the limit (limit: subscriptions); end one first";

    private final McpServer server = LoadServer.with(Limits.DEFAULT.toBuilder()
                    .requestsPerProcess(2 * SHARE)
                    .subscriptions(2 * SHARE)
                    .build())
            .build();
    private final TenonHttpServer http = TenonHttpServer.builder(server)
            .port(0)
            .trustedProxies("127.0.0.0/8")
            .start();
    private final List<Connection> open = new ArrayList<>();

    @AfterEach
    void stop() throws IOException {
        for (Connection connection : open) {
            connection.close();
        }
        server.close(Duration.ZERO);
        http.close(Duration.ZERO);
    }

    private Connection connect() throws IOException {
        Connection connection = new Connection(http.port());
        open.add(connection);
        return connection;
    }

    private Connection.Answer echo(String caller) throws IOException {
        return connect()
                .post(
                        caller + HttpClients.modernCall("echo"),
                        Messages.call(Messages.MODERN, 1, "echo", "\"text\":\"here\""));
    }

    private Connection sleep(String headers, String revision) throws IOException {
        Connection connection = connect();
        connection.send("POST", headers, Messages.call(revision, 1, "sleep", ""));
        return connection;
    }

    private Connection listen(String caller) throws IOException {
        Connection connection = connect();
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
        List<Connection> own = List.of(
                sleep(BOB + HttpClients.modernCall("sleep"), Messages.MODERN),
                sleep(BOB + HttpClients.modernCall("sleep"), Messages.MODERN));
        await(() -> server.status().requests() == SHARE);

        Connection.Answer refused = echo(BOB);
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.headers()).containsKey("retry-after");
        assertThat(refused.body()).contains("\"code\":429", NO_CALL);
        assertThat(server.status().limitCounts()).containsEntry(LimitType.REQUESTS_PER_PROCESS, 1L);
        assertThat(echo(ALICE).status()).isEqualTo(200);

        own.get(0).close();
        await(() -> server.status().requests() < SHARE);
        assertThat(echo(BOB).status()).isEqualTo(200);
    }

    @Test
    void requests_in_sessions_count_towards_the_same_half() throws Exception {
        Connection opening = connect();
        String session = opening.post(BOB, Messages.initialize()).headers().get("mcp-session-id");
        assertThat(session).isNotNull();
        var unused = sleep(BOB + HttpClients.inSession(session), Messages.LEGACY);
        sleep(BOB + HttpClients.modernCall("sleep"), Messages.MODERN);
        await(() -> server.status().requests() == SHARE);

        assertThat(echo(BOB).body()).contains(NO_CALL);
        assertThat(echo(ALICE).status()).isEqualTo(200);
    }

    @Test
    void a_caller_gets_at_most_half_of_the_subscriptions() throws Exception {
        Connection first = listen(BOB);
        assertThat(first.receiveHead().status()).isEqualTo(200);
        assertThat(listen(BOB).receiveHead().status()).isEqualTo(200);
        Connection.Answer refused = listen(BOB).receive();
        assertThat(refused.body()).contains("\"code\":429", NO_SUBSCRIPTION);
        assertThat(listen(ALICE).receiveHead().status()).isEqualTo(200);

        first.close();
        await(() -> server.status().subscriptions() == SHARE);
        assertThat(listen(BOB).receiveHead().status()).isEqualTo(200);
    }
}
