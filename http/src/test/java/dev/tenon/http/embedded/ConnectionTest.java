package dev.tenon.http.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import dev.tenon.coverage.thread.BlockedThreadCheck;
import dev.tenon.json.Json;
import dev.tenon.load.Conditions;
import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@BlockedThreadCheck
class ConnectionTest {
    private static final TestServer TEST_SERVER = new TestServer();
    private static TenonHttpServer http;

    @BeforeAll
    static void start() {
        http = TEST_SERVER.httpBuilder().start();
    }

    @AfterAll
    static void stop() {
        TEST_SERVER.close();
        http.close();
    }

    private static String buildEcho(int id) {
        return RawConnection.buildPost(
                "tools/call",
                "echo",
                TestClient.modernRequest(id, "tools/call", TestClient.callParams("echo", "\"text\":\"" + id + "\"")));
    }

    @Test
    void pipelined_requests_are_answered_in_their_order() throws Exception {
        try (RawConnection connection = new RawConnection(http.port())) {
            StringBuilder requests = new StringBuilder();
            for (int id = 0; id < 50; id++) {
                requests.append(buildEcho(id));
            }
            connection.send(requests.toString());

            for (int id = 0; id < 50; id++) {
                RawConnection.RawResponse response = connection.readResponse();
                assertThat(Json.parse(response.body()).get("id").toString()).isEqualTo(String.valueOf(id));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "evil.example, , 403",
        "localhost.evil.example, , 403",
        "localhost, https://evil.example, 403",
        "localhost, null, 403",
        "localhost, http://localhost:3000, 200",
        "127.0.0.1:9999, , 200",
        "[::1], , 200"
    })
    @Covers("core/http/origin-validate")
    void only_hosts_of_this_machine_are_allowed(String host, String origin, int status) throws Exception {
        try (RawConnection connection = new RawConnection(http.port())) {
            String originHeader = origin == null ? "" : "Origin: " + origin + "\r\n";
            connection.send(buildEcho(1).replace("Host: localhost\r\n", "Host: " + host + "\r\n" + originHeader));

            assertThat(connection.readResponse().status()).isEqualTo(status);
        }
    }

    /** Issue 20, item 32: a client that uses another host name does not learn the path of the endpoint. */
    @Test
    void the_host_is_checked_before_the_path() throws Exception {
        try (RawConnection connection = new RawConnection(http.port())) {
            connection.send("GET /other HTTP/1.1\r\nHost: evil.example\r\n\r\n");
            RawConnection.RawResponse foreign = connection.readResponse();
            connection.send("GET /other HTTP/1.1\r\nHost: localhost\r\n\r\n");

            assertThat(foreign.status()).isEqualTo(403);
            assertThat(foreign.body()).doesNotContain("/mcp");
            assertThat(connection.readResponse().status()).isEqualTo(404);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Host: localhost\r\nHost: evil.example\r\n", ""})
    void a_request_without_exactly_one_host_is_rejected(String hosts) throws Exception {
        try (RawConnection connection = new RawConnection(http.port())) {
            connection.send(buildEcho(1).replace("Host: localhost\r\n", hosts));

            assertThat(connection.readResponse().status()).isBetween(400, 403);
        }
    }

    @Test
    void headers_beyond_the_limit_are_rejected() throws Exception {
        try (RawConnection connection = new RawConnection(http.port())) {
            long before = http.status().limitCounts().get("header_bytes");
            connection.send(buildEcho(1)
                    .replace("Host: localhost\r\n", "Host: localhost\r\nX: " + "x".repeat(40_000) + "\r\n"));

            RawConnection.RawResponse response = connection.readResponse();
            assertThat(response.status()).isEqualTo(431);
            assertThat(response.body()).contains("(limit: maxHeaderBytes)");
            assertThat(http.status().limitCounts()).containsEntry("header_bytes", before + 1);
            assertThat(connection.isClosedByServer()).isTrue();
        }
    }

    @Test
    void invalid_http_is_rejected() throws Exception {
        try (RawConnection connection = new RawConnection(http.port())) {
            connection.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\r\n\r\n");

            assertThat(connection.readResponse().status()).isBetween(400, 501);
            assertThat(connection.isClosedByServer()).isTrue();
        }
    }

    @Test
    void http_1_0_is_served() throws Exception {
        try (RawConnection connection = new RawConnection(http.port())) {
            connection.send(buildEcho(5).replace("HTTP/1.1", "HTTP/1.0"));

            RawConnection.RawResponse response = connection.readResponse();

            assertThat(response.status()).isEqualTo(200);
            assertThat(response.body()).contains("\"id\":5");
        }
    }

    @Test
    void http_1_0_gets_a_stream_that_ends_with_the_connection() throws Exception {
        try (RawConnection connection = new RawConnection(http.port())) {
            connection.send(RawConnection.buildPost(
                            "tools/call",
                            "count",
                            TestClient.modernRequest(5, "tools/call", TestClient.callParams("count", "")))
                    .replace("HTTP/1.1", "HTTP/1.0"));

            RawConnection.RawResponse response = connection.readResponse();

            assertThat(response.headers()).doesNotContainKey("transfer-encoding");
            assertThat(response.body())
                    .startsWith("data: ")
                    .contains("\"id\":5")
                    .endsWith("\n\n");
        }
    }

    @Test
    void an_unsupported_method_is_rejected_with_the_allowed_ones() throws Exception {
        try (RawConnection connection = new RawConnection(http.port())) {
            RawConnection.RawResponse put = connection
                    .send("PUT /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}")
                    .readResponse();
            RawConnection.RawResponse head = connection
                    .send("HEAD /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    .readResponse(true);
            RawConnection.RawResponse otherPath = connection
                    .send("GET /other HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    .readResponse();

            assertThat(put.status()).isEqualTo(405);
            assertThat(put.headers().get("allow")).isEqualTo("GET, POST, DELETE");
            assertThat(head.status()).isEqualTo(405);
            assertThat(otherPath.status()).isEqualTo(404);
        }
    }

    @Test
    void a_connection_without_a_request_is_closed_after_a_while() throws Exception {
        HttpServerLimits shortTimeout = HttpServerLimits.DEFAULT.withIdleTimeout(Duration.ofMillis(1500));
        try (TenonHttpServer shortTimeoutServer =
                        TEST_SERVER.httpBuilder().limits(shortTimeout).start();
                RawConnection used = new RawConnection(shortTimeoutServer.port()).send(buildEcho(1));
                RawConnection silent = new RawConnection(shortTimeoutServer.port());
                RawConnection slow =
                        new RawConnection(shortTimeoutServer.port()).send("POST /mcp HTTP/1.1\r\nHost: loc")) {

            assertThat(used.readResponse().status()).isEqualTo(200);
            assertThat(silent.isClosedByServer()).isTrue();
            assertThat(slow.isClosedByServer()).isTrue();
            assertThat(used.isClosedByServer()).isTrue();
        }
    }

    /** Issue 20, the neighbours table: slow heads; a connection that may become HTTP/2 has the same timeout. */
    @ParameterizedTest
    @ValueSource(strings = {"", "POST /mcp HTTP/1.1\r\nHost: loc", "PRI * HTTP/2.0\r\n"})
    void a_connection_that_may_be_http_2_is_closed_after_a_while_without_a_request(String sent) throws Exception {
        HttpServerLimits shortTimeout = HttpServerLimits.DEFAULT.withIdleTimeout(Duration.ofSeconds(1));
        try (TenonHttpServer shortTimeoutServer = TEST_SERVER
                        .httpBuilder()
                        .clearTextHttp2()
                        .limits(shortTimeout)
                        .start();
                RawConnection slow = new RawConnection(shortTimeoutServer.port())) {
            slow.send(sent);

            assertThat(slow.isClosedByServer()).isTrue();
            assertThat(shortTimeoutServer.status().limitCounts())
                    .containsEntry("slow_senders", sent.isEmpty() ? 0L : 1L);
        }
    }

    @Test
    void connections_beyond_the_limit_are_closed_and_others_served() throws Exception {
        HttpServerLimits lowLimits = HttpServerLimits.DEFAULT.withMaxConnections(2);
        try (TenonHttpServer smallServer =
                TEST_SERVER.httpBuilder().limits(lowLimits).start()) {
            try (RawConnection first = new RawConnection(smallServer.port());
                    RawConnection second = new RawConnection(smallServer.port())) {
                assertThat(first.send(buildEcho(1)).readResponse().status()).isEqualTo(200);
                assertThat(second.send(buildEcho(2)).readResponse().status()).isEqualTo(200);
                try (RawConnection third = new RawConnection(smallServer.port())) {
                    assertThat(third.isClosedByServer()).isTrue();
                }
                assertThat(smallServer.status().limitCounts()).containsEntry("connections", 1L);
                assertThat(first.send(buildEcho(3)).readResponse().status()).isEqualTo(200);
            }
            Conditions.await(() -> isServed(smallServer));
        }
    }

    /**
     * A connection beyond the limit is closed at once; the server may not have detected yet that another one has ended.
     */
    private static boolean isServed(TenonHttpServer http) {
        try (RawConnection connection = new RawConnection(http.port())) {
            return connection.send(buildEcho(4)).readResponse().status() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void a_client_that_sends_requests_and_never_reads_is_disconnected() throws Exception {
        HttpServerLimits shortTimeout = HttpServerLimits.DEFAULT.withResponseTimeout(Duration.ofMillis(500));
        try (TenonHttpServer shortTimeoutServer =
                        TEST_SERVER.httpBuilder().limits(shortTimeout).start();
                RawConnection connection = new RawConnection(shortTimeoutServer.port())) {
            String text = "x".repeat(100_000);
            String request = RawConnection.buildPost(
                    "tools/call",
                    "quick",
                    TestClient.modernRequest(
                            1, "tools/call", TestClient.callParams("quick", "\"text\":\"" + text + "\"")));

            assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> {
                        for (int i = 0; i < 1000; i++) {
                            connection.send(request);
                        }
                    }))
                    .isInstanceOf(SocketException.class);
        }
    }
}
