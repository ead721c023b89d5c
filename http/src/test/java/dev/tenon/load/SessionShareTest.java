package dev.tenon.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.http.embedded.TenonHttpServerBuilder;
import dev.tenon.server.LimitType;
import dev.tenon.server.Limits;
import dev.tenon.server.McpServer;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.http.RequestAuthenticator;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Issue 20, item 14: each caller has a share of the sessions, and cannot take those of another. */
@Timeout(60)
class SessionShareTest {
    private static final int SHARE = 3;
    private static final String ALICE = "X-Forwarded-For: 192.0.2.1\r\n";
    private static final String BOB = "X-Forwarded-For: 192.0.2.2\r\n";
    private static final String SESSION_LIMIT_ERROR =
            "Busy: all 3 sessions of this caller are in use (limit: sessionsPerCaller); end one first";

    private final McpServer server = LoadServer.builder(
                    Limits.DEFAULT.toBuilder().sessionsPerCaller(SHARE).build())
            .build();
    private final List<HttpConnection> connections = new ArrayList<>();
    private Optional<TenonHttpServer> http = Optional.empty();

    @AfterEach
    void stop() throws IOException {
        for (HttpConnection connection : connections) {
            connection.close();
        }
        server.close(Duration.ZERO);
        http.ifPresent(httpServer -> httpServer.close(Duration.ZERO));
    }

    private TenonHttpServerBuilder httpBuilder() {
        return TenonHttpServer.builder(server).port(0);
    }

    private void startWithTrustedProxy() {
        http = Optional.of(httpBuilder().trustedProxies("127.0.0.0/8").start());
    }

    private HttpConnection connect() throws IOException {
        HttpConnection connection = new HttpConnection(http.orElseThrow().port());
        connections.add(connection);
        return connection;
    }

    private String openSession(String caller) throws IOException {
        String session = connect().post(caller, Messages.initialize()).headers().get("mcp-session-id");
        assertThat(session).isNotNull();
        return session;
    }

    private int callEcho(String caller, String session) throws IOException {
        return connect()
                .post(
                        caller + McpHttpRequests.sessionHeaders(session),
                        Messages.call(Messages.LEGACY, 2, "echo", "\"text\":\"here\""))
                .status();
    }

    private void openSessionStream(String caller, String session) throws IOException {
        HttpConnection stream = connect();
        stream.send("GET", caller + McpHttpRequests.sessionHeaders(session), "");
        assertThat(stream.receiveHead().status()).isEqualTo(200);
    }

    @Test
    void a_caller_that_opens_more_than_its_share_ends_its_own_oldest_idle_sessions_only() throws Exception {
        startWithTrustedProxy();
        String aliceSession = openSession(ALICE);
        List<String> bobSessions = new ArrayList<>();
        for (int i = 0; i < 3 * SHARE; i++) {
            bobSessions.add(openSession(BOB));
        }
        List<Integer> expected = new ArrayList<>();
        for (int i = 0; i < 3 * SHARE; i++) {
            expected.add(i < 2 * SHARE ? 404 : 200);
        }
        List<Integer> statuses = new ArrayList<>();
        for (String session : bobSessions) {
            statuses.add(callEcho(BOB, session));
        }
        assertThat(statuses).isEqualTo(expected);
        assertThat(callEcho(ALICE, aliceSession)).isEqualTo(200);
        assertThat(server.status().sessions()).isEqualTo(SHARE + 1);
        assertThat(server.status().limitCounts()).containsEntry(LimitType.SESSIONS_PER_CALLER, 2L * SHARE);
    }

    @Test
    void a_session_in_use_is_not_ended_and_without_an_idle_one_the_limit_is_reported() throws Exception {
        startWithTrustedProxy();
        String first = openSession(BOB);
        openSessionStream(BOB, first);
        String second = openSession(BOB);
        String third = openSession(BOB);
        String fourth = openSession(BOB);
        assertThat(callEcho(BOB, second)).isEqualTo(404);
        openSessionStream(BOB, third);
        openSessionStream(BOB, fourth);

        HttpConnection.ReceivedResponse refused = connect().post(BOB, Messages.initialize());

        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.headers()).containsKey("retry-after");
        assertThat(refused.body()).contains("\"code\":429", SESSION_LIMIT_ERROR);
        assertThat(callEcho(BOB, first)).isEqualTo(200);
        assertThat(openSession(ALICE)).isNotNull();
    }

    @Test
    void when_all_sessions_are_in_use_only_an_idle_one_of_the_same_caller_is_ended() throws Exception {
        McpServer smallServer = LoadServer.builder(
                        Limits.DEFAULT.toBuilder().sessions(2).build())
                .build();
        http = Optional.of(TenonHttpServer.builder(smallServer)
                .port(0)
                .trustedProxies("127.0.0.1")
                .closeServersOnShutdown()
                .start());
        String aliceSession = openSession(ALICE);
        String bobSession = openSession(BOB);
        String secondBobSession = openSession(BOB);
        assertThat(callEcho(BOB, bobSession)).isEqualTo(404);
        assertThat(callEcho(BOB, secondBobSession)).isEqualTo(200);
        HttpConnection.ReceivedResponse refused =
                connect().post("X-Forwarded-For: 192.0.2.3\r\n", Messages.initialize());
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.body()).contains("all 2 sessions are in use (limit: sessions); try again later");
        assertThat(callEcho(ALICE, aliceSession)).isEqualTo(200);
        assertThat(smallServer.status().limitCounts()).containsEntry(LimitType.SESSIONS, 2L);
    }

    @Test
    void the_addresses_of_one_ipv6_network_share_one_limit() throws Exception {
        startWithTrustedProxy();
        String elsewhere = openSession("X-Forwarded-For: 2001:db8:0:1::1\r\n");
        String first = openSession("X-Forwarded-For: 2001:db8::1\r\n");
        for (int i = 2; i <= SHARE + 1; i++) {
            openSession("X-Forwarded-For: 2001:db8::" + i + "\r\n");
        }
        assertThat(callEcho("", first)).isEqualTo(404);
        assertThat(callEcho("", elsewhere)).isEqualTo(200);
    }

    @Test
    void the_forwarded_address_counts_from_a_trusted_proxy_only() throws Exception {
        http = Optional.of(httpBuilder().trustedProxies("10.0.0.0/8", "::1").start());
        String first = openSession(ALICE);
        for (int i = 0; i < SHARE; i++) {
            openSession("X-Forwarded-For: 192.0.2." + i + "\r\n");
        }
        assertThat(callEcho(ALICE, first)).isEqualTo(404);
    }

    @Test
    void a_principal_has_one_share_for_all_addresses() throws Exception {
        http = Optional.of(httpBuilder()
                .trustedProxies("127.0.0.1")
                .authenticator(head -> new RequestAuthenticator.AuthenticationSuccess(
                        new CallerPrincipal(String.valueOf(head.header("Authorization")))))
                .start());
        String bobSession = openSession("Authorization: bob\r\n");
        String aliceSession = openSession("Authorization: alice\r\n" + BOB);
        for (int i = 0; i < SHARE; i++) {
            openSession("Authorization: alice\r\nX-Forwarded-For: 192.0.2." + i + "\r\n");
        }
        assertThat(callEcho("Authorization: alice\r\n", aliceSession)).isEqualTo(404);
        assertThat(callEcho("Authorization: bob\r\n", bobSession)).isEqualTo(200);
    }

    @Test
    void streams_of_http_sse_have_shares_too() throws Exception {
        http = Optional.of(
                httpBuilder().httpSse("/mcp/sse").trustedProxies("127.0.0.1").start());
        for (int i = 0; i < SHARE; i++) {
            assertThat(openHttpSse(BOB).receiveHead().status()).isEqualTo(200);
        }
        HttpConnection.ReceivedResponse refused = openHttpSse(BOB).receive();
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.body()).contains(SESSION_LIMIT_ERROR);
        assertThat(openHttpSse(ALICE).receiveHead().status()).isEqualTo(200);
        connections.get(0).close();
        while (openHttpSse(BOB).receiveHead().status() != 200) {
            Thread.sleep(10);
        }
        assertThat(server.status().limitCounts())
                .extractingByKey(LimitType.SESSIONS_PER_CALLER)
                .isNotEqualTo(0L);
    }

    private HttpConnection openHttpSse(String caller) throws IOException {
        HttpConnection connection = connect();
        connection.send("/mcp/sse", "GET", caller, "");
        return connection;
    }

    @Test
    void concurrent_clients_of_one_caller_open_no_more_sessions_than_its_share() throws Exception {
        startWithTrustedProxy();
        List<Thread> threads = new ArrayList<>();
        Map<Thread, Throwable> failures = new ConcurrentHashMap<>();
        for (int i = 0; i < 8; i++) {
            Thread thread = new Thread(() -> {
                try (HttpConnection connection =
                        new HttpConnection(http.orElseThrow().port())) {
                    for (int j = 0; j < 50; j++) {
                        connection.post(BOB, Messages.initialize());
                    }
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            thread.setUncaughtExceptionHandler(failures::put);
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failures).isEmpty();
        assertThat(server.status().sessions()).isEqualTo(SHARE);
    }
}
