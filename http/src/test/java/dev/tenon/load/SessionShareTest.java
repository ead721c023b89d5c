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
    private static final String BUSY =
            "Busy: all 3 sessions of this caller are in use (limit: sessionsPerCaller); end one first";

    private final McpServer server = LoadServer.with(
                    Limits.DEFAULT.toBuilder().sessionsPerCaller(SHARE).build())
            .build();
    private final List<Connection> open = new ArrayList<>();
    private Optional<TenonHttpServer> http = Optional.empty();

    @AfterEach
    void stop() throws IOException {
        for (Connection connection : open) {
            connection.close();
        }
        server.close(Duration.ZERO);
        http.ifPresent(started -> started.close(Duration.ZERO));
    }

    private TenonHttpServerBuilder serving() {
        return TenonHttpServer.builder(server).port(0);
    }

    private void behindProxy() {
        http = Optional.of(serving().trustedProxies("127.0.0.0/8").start());
    }

    private Connection connect() throws IOException {
        Connection connection = new Connection(http.orElseThrow().port());
        open.add(connection);
        return connection;
    }

    private String session(String caller) throws IOException {
        String session = connect().post(caller, Messages.initialize()).headers().get("mcp-session-id");
        assertThat(session).isNotNull();
        return session;
    }

    private int statusOf(String caller, String session) throws IOException {
        return connect()
                .post(
                        caller + HttpClients.inSession(session),
                        Messages.call(Messages.LEGACY, 2, "echo", "\"text\":\"here\""))
                .status();
    }

    private void hold(String caller, String session) throws IOException {
        Connection stream = connect();
        stream.send("GET", caller + HttpClients.inSession(session), "");
        assertThat(stream.receiveHead().status()).isEqualTo(200);
    }

    @Test
    void a_caller_that_opens_more_than_its_share_ends_its_own_oldest_idle_sessions_only() throws Exception {
        behindProxy();
        String others = session(ALICE);
        List<String> own = new ArrayList<>();
        for (int i = 0; i < 3 * SHARE; i++) {
            own.add(session(BOB));
        }
        List<Integer> expected = new ArrayList<>();
        for (int i = 0; i < 3 * SHARE; i++) {
            expected.add(i < 2 * SHARE ? 404 : 200);
        }
        List<Integer> statuses = new ArrayList<>();
        for (String session : own) {
            statuses.add(statusOf(BOB, session));
        }
        assertThat(statuses).isEqualTo(expected);
        assertThat(statusOf(ALICE, others)).isEqualTo(200);
        assertThat(server.status().sessions()).isEqualTo(SHARE + 1);
        assertThat(server.status().limitCounts()).containsEntry(LimitType.SESSIONS_PER_CALLER, 2L * SHARE);
    }

    @Test
    void a_session_in_use_is_not_ended_and_without_an_idle_one_the_limit_is_reported() throws Exception {
        behindProxy();
        String first = session(BOB);
        hold(BOB, first);
        String second = session(BOB);
        String third = session(BOB);
        String fourth = session(BOB);
        assertThat(statusOf(BOB, second)).isEqualTo(404);
        hold(BOB, third);
        hold(BOB, fourth);

        Connection.Answer refused = connect().post(BOB, Messages.initialize());

        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.headers()).containsKey("retry-after");
        assertThat(refused.body()).contains("\"code\":429", BUSY);
        assertThat(statusOf(BOB, first)).isEqualTo(200);
        assertThat(session(ALICE)).isNotNull();
    }

    @Test
    void when_all_sessions_are_in_use_only_an_idle_one_of_the_same_caller_is_ended() throws Exception {
        McpServer small =
                LoadServer.with(Limits.DEFAULT.toBuilder().sessions(2).build()).build();
        http = Optional.of(TenonHttpServer.builder(small)
                .port(0)
                .trustedProxies("127.0.0.1")
                .closeServersOnShutdown()
                .start());
        String alices = session(ALICE);
        String bobs = session(BOB);
        String bobsSecond = session(BOB);
        assertThat(statusOf(BOB, bobs)).isEqualTo(404);
        assertThat(statusOf(BOB, bobsSecond)).isEqualTo(200);
        Connection.Answer refused = connect().post("X-Forwarded-For: 192.0.2.3\r\n", Messages.initialize());
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.body()).contains("all 2 sessions are in use (limit: sessions); try again later");
        assertThat(statusOf(ALICE, alices)).isEqualTo(200);
        assertThat(small.status().limitCounts()).containsEntry(LimitType.SESSIONS, 2L);
    }

    @Test
    void the_addresses_of_one_ipv6_network_share_one_limit() throws Exception {
        behindProxy();
        String elsewhere = session("X-Forwarded-For: 2001:db8:0:1::1\r\n");
        String first = session("X-Forwarded-For: 2001:db8::1\r\n");
        for (int i = 2; i <= SHARE + 1; i++) {
            session("X-Forwarded-For: 2001:db8::" + i + "\r\n");
        }
        assertThat(statusOf("", first)).isEqualTo(404);
        assertThat(statusOf("", elsewhere)).isEqualTo(200);
    }

    @Test
    void the_forwarded_address_counts_from_a_trusted_proxy_only() throws Exception {
        http = Optional.of(serving().trustedProxies("10.0.0.0/8", "::1").start());
        String first = session(ALICE);
        for (int i = 0; i < SHARE; i++) {
            session("X-Forwarded-For: 192.0.2." + i + "\r\n");
        }
        assertThat(statusOf(ALICE, first)).isEqualTo(404);
    }

    @Test
    void a_principal_has_one_share_for_all_addresses() throws Exception {
        http = Optional.of(serving()
                .trustedProxies("127.0.0.1")
                .authenticator(head -> new RequestAuthenticator.AuthenticationSuccess(
                        new CallerPrincipal(String.valueOf(head.header("Authorization")))))
                .start());
        String bobs = session("Authorization: bob\r\n");
        String alices = session("Authorization: alice\r\n" + BOB);
        for (int i = 0; i < SHARE; i++) {
            session("Authorization: alice\r\nX-Forwarded-For: 192.0.2." + i + "\r\n");
        }
        assertThat(statusOf("Authorization: alice\r\n", alices)).isEqualTo(404);
        assertThat(statusOf("Authorization: bob\r\n", bobs)).isEqualTo(200);
    }

    @Test
    void streams_of_http_sse_have_shares_too() throws Exception {
        http = Optional.of(
                serving().httpSse("/mcp/sse").trustedProxies("127.0.0.1").start());
        for (int i = 0; i < SHARE; i++) {
            assertThat(stream(BOB).receiveHead().status()).isEqualTo(200);
        }
        Connection.Answer refused = stream(BOB).receive();
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.body()).contains(BUSY);
        assertThat(stream(ALICE).receiveHead().status()).isEqualTo(200);
        open.get(0).close();
        while (stream(BOB).receiveHead().status() != 200) {
            Thread.sleep(10);
        }
        assertThat(server.status().limitCounts())
                .extractingByKey(LimitType.SESSIONS_PER_CALLER)
                .isNotEqualTo(0L);
    }

    private Connection stream(String caller) throws IOException {
        Connection connection = connect();
        connection.send("/mcp/sse", "GET", caller, "");
        return connection;
    }

    @Test
    void concurrent_openings_get_no_more_than_their_share() throws Exception {
        behindProxy();
        List<Thread> threads = new ArrayList<>();
        Map<Thread, Throwable> failed = new ConcurrentHashMap<>();
        for (int i = 0; i < 8; i++) {
            Thread thread = new Thread(() -> {
                try (Connection connection = new Connection(http.orElseThrow().port())) {
                    for (int j = 0; j < 50; j++) {
                        connection.post(BOB, Messages.initialize());
                    }
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            thread.setUncaughtExceptionHandler(failed::put);
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failed).isEmpty();
        assertThat(server.status().sessions()).isEqualTo(SHARE);
    }
}
