package dev.tenon.http.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import dev.tenon.coverage.thread.BlockedThreadCheck;
import dev.tenon.json.Json;
import dev.tenon.load.Conditions;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

@BlockedThreadCheck
class BodyTest {
    private static final int MIB = 1 << 20;
    private static final String CALL =
            TestClient.modernRequest(1, "tools/call", TestClient.callParams("echo", "\"text\":\"hi\""));

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

    private static void assertEcho(RawConnection.RawResponse response) {
        assertThat(response.status()).isEqualTo(200);
        assertThat(Json.parse(response.body()).get("result").get("isError")).isNull();
        assertThat(response.body()).contains("\"hi\"");
    }

    @Test
    void a_chunked_body_may_be_split_anywhere() throws Exception {
        try (RawConnection connection = new RawConnection(http.port())) {
            for (int size : new int[] {1, 2, 7, 100}) {
                connection.send(RawConnection.buildHead("tools/call", "echo") + "Transfer-Encoding: chunked\r\n\r\n");
                for (int from = 0; from < CALL.length(); from += size) {
                    String chunk = CALL.substring(from, Math.min(CALL.length(), from + size));
                    connection.send(Integer.toHexString(chunk.length()) + "\r\n" + chunk + "\r\n");
                }
                connection.send("0\r\n\r\n");

                assertEcho(connection.readResponse());
            }
        }
    }

    @Test
    void a_request_may_arrive_byte_by_byte() throws Exception {
        try (RawConnection connection = new RawConnection(http.port())) {
            String request = RawConnection.buildPost("tools/call", "echo", CALL);
            for (int i = 0; i < request.length(); i++) {
                connection.send(request.substring(i, i + 1));
            }

            assertEcho(connection.readResponse());
        }
    }

    @Test
    void a_body_announced_as_too_large_is_rejected_before_it_arrives() throws Exception {
        try (RawConnection connection = new RawConnection(http.port())) {
            connection.send(RawConnection.buildHead("tools/call", "echo") + "Content-Length: " + 64 * MIB + "\r\n\r\n");

            RawConnection.RawResponse response = connection.readResponse();

            assertThat(response.status()).isEqualTo(413);
            assertThat(Json.parse(response.body()).get("error").get("code").toString())
                    .isEqualTo("-32600");
        }
    }

    @Test
    void a_chunked_body_of_64_mib_is_rejected_once_and_costs_no_memory() throws Exception {
        try (RawConnection connection = new RawConnection(http.port())) {
            connection.send(RawConnection.buildHead("tools/call", "echo") + "Transfer-Encoding: chunked\r\n\r\n");
            OutputStream out = connection.socket.getOutputStream();
            long before = usedAfterCollection();
            byte[] chunk = ("10000\r\n" + "x".repeat(0x10000) + "\r\n").getBytes();
            long maxUsed = 0;
            for (int i = 0; i < 64 * 16; i++) {
                out.write(chunk);
                if (i % 256 == 255) {
                    maxUsed = Math.max(maxUsed, usedAfterCollection());
                }
            }
            out.write("0\r\n\r\n".getBytes());

            RawConnection.RawResponse response = connection.readResponse();
            connection.send(RawConnection.buildPost("tools/call", "echo", CALL));

            assertThat(response.status()).isEqualTo(413);
            assertThat(maxUsed).isLessThan(Math.max(before, usedAfterCollection()) + 24L * MIB);
            assertEcho(connection.readResponse());
        }
    }

    /** Returns the least of three measurements, because discarded memory may need more than one collection. */
    private static long usedAfterCollection() {
        long minUsed = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            System.gc();
            minUsed = Math.min(
                    minUsed,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return minUsed;
    }

    @Test
    void a_client_that_sends_64_mib_at_once_gets_the_rejection() throws Exception {
        TestClient client = new TestClient(http.uri());
        HttpRequest request = client.requestBuilder()
                .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[64 * MIB]))
                .build();

        HttpResponse<String> response = client.send(request);

        assertThat(response.statusCode()).isEqualTo(413);
    }

    @Test
    void a_client_that_expects_100_continue_gets_it() throws Exception {
        try (RawConnection connection = new RawConnection(http.port())) {
            connection.send(RawConnection.buildHead("tools/call", "echo") + "Expect: 100-continue\r\nContent-Length: "
                    + CALL.length() + "\r\n\r\n");

            assertThat(connection.readResponse().status()).isEqualTo(100);
            connection.send(CALL);
            assertEcho(connection.readResponse());
        }
    }

    @Test
    void a_client_that_expects_100_continue_is_rejected_without_its_body() throws Exception {
        try (RawConnection connection = new RawConnection(http.port())) {
            connection.send(
                    "POST /mcp HTTP/1.1\r\nHost: evil.example\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n");

            assertThat(connection.readResponse().status()).isEqualTo(403);
            assertThat(connection.isClosedByServer()).isTrue();
        }
    }

    @Test
    @Covers("core/http/origin-403")
    void a_request_rejected_before_its_body_gets_one_response_and_the_connection_stays_open() throws Exception {
        try (RawConnection connection = new RawConnection(http.port())) {
            connection.send(RawConnection.buildHead("tools/call", "echo")
                    + "Origin: https://evil.example\r\nContent-Length: " + CALL.length() + "\r\n\r\n" + CALL);
            RawConnection.RawResponse forbidden = connection.readResponse();
            connection.send(
                    "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\n"
                            + "12345");
            RawConnection.RawResponse wrongType = connection.readResponse();
            connection.send(RawConnection.buildPost("tools/call", "echo", CALL));

            assertThat(forbidden.status()).isEqualTo(403);
            assertThat(Json.parse(forbidden.body()).get("error")).isNotNull();
            assertThat(Json.parse(forbidden.body()).get("id")).isNull();
            assertThat(wrongType.status()).isEqualTo(415);
            assertEcho(connection.readResponse());
        }
    }

    @Test
    void a_compressed_body_is_rejected() throws Exception {
        try (RawConnection connection = new RawConnection(http.port())) {
            connection.send(RawConnection.buildHead("tools/call", "echo")
                    + "Content-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc");

            assertThat(connection.readResponse().status()).isEqualTo(415);
        }
    }

    @Test
    void a_body_that_is_too_large_after_100_continue_is_rejected_and_the_connection_stays_open() throws Exception {
        try (RawConnection connection = new RawConnection(http.port())) {
            connection.send(RawConnection.buildHead("tools/call", "echo")
                    + "Expect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n");
            assertThat(connection.readResponse().status()).isEqualTo(100);
            connection.send("500000\r\n" + "x".repeat(0x500000) + "\r\n0\r\n\r\n");

            assertThat(connection.readResponse().status()).isEqualTo(413);
            assertEcho(connection
                    .send(RawConnection.buildPost("tools/call", "echo", CALL))
                    .readResponse());
        }
    }

    @Test
    void a_body_that_does_not_arrive_is_a_timeout() throws Exception {
        HttpServerLimits shortTimeout = HttpServerLimits.DEFAULT.withBodyTimeout(Duration.ofMillis(300));
        try (TenonHttpServer shortTimeoutServer =
                        TEST_SERVER.httpBuilder().limits(shortTimeout).start();
                RawConnection connection = new RawConnection(shortTimeoutServer.port())) {
            connection.send(RawConnection.buildHead("tools/call", "echo") + "Content-Length: 100\r\n\r\n{");

            assertThat(connection.isClosedByServer()).isTrue();
        }
    }

    @Test
    void a_rejected_body_that_does_not_end_is_a_timeout() throws Exception {
        HttpServerLimits shortTimeout = HttpServerLimits.DEFAULT.withBodyTimeout(Duration.ofMillis(300));
        try (TenonHttpServer shortTimeoutServer =
                        TEST_SERVER.httpBuilder().limits(shortTimeout).start();
                RawConnection connection = new RawConnection(shortTimeoutServer.port())) {
            connection.send("POST /mcp HTTP/1.1\r\nHost: evil.example\r\nTransfer-Encoding: chunked\r\n\r\n");

            assertThat(connection.readResponse().status()).isEqualTo(403);
            assertThat(connection.isClosedByServer()).isTrue();
        }
    }

    @Test
    void the_body_timeout_does_not_affect_slow_handlers_and_quiet_streams() throws Exception {
        HttpServerLimits shortTimeout = HttpServerLimits.DEFAULT
                .withBodyTimeout(Duration.ofMillis(800))
                .withIdleTimeout(Duration.ofMillis(800))
                .withResponseTimeout(Duration.ofMillis(800));
        try (TestServer testServer = new TestServer();
                TenonHttpServer shortTimeoutServer =
                        testServer.httpBuilder().limits(shortTimeout).start()) {
            TestClient client = new TestClient(shortTimeoutServer.uri());
            var response = java.util.concurrent.CompletableFuture.supplyAsync(() -> callWait(client));
            testServer.waitStarted.await();
            Thread.sleep(2000);
            testServer.release.countDown();

            assertThat(response.get()).contains("waited");
        }
    }

    private static String callWait(TestClient client) {
        try {
            return client.send(client.buildModernPost(
                            TestClient.modernRequest(1, "tools/call", TestClient.callParams("wait", ""))))
                    .body();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void when_the_memory_for_bodies_is_exhausted_the_next_body_is_rejected_with_429() throws Exception {
        HttpServerLimits small = HttpServerLimits.DEFAULT.withMaxBodyBytes(10_000);
        try (TenonHttpServer limitedServer =
                        TEST_SERVER.httpBuilder().limits(small).start();
                RawConnection first = new RawConnection(limitedServer.port());
                RawConnection second = new RawConnection(limitedServer.port())) {
            first.send(
                    RawConnection.buildHead("tools/call", "echo") + "Content-Length: 9000\r\n\r\n" + "x".repeat(8000));
            Conditions.await(() -> limitedServer.status().bodyBytes() >= 8000);
            second.send(
                    RawConnection.buildHead("tools/call", "echo") + "Content-Length: 9000\r\n\r\n" + "x".repeat(9000));

            RawConnection.RawResponse response = second.readResponse();
            first.close();
            Conditions.await(() -> limitedServer.status().bodyBytes() == 0);
            second.send(RawConnection.buildPost("tools/call", "echo", CALL));

            assertThat(response.status()).isEqualTo(429);
            assertThat(response.headers()).containsKey("retry-after");
            assertEcho(second.readResponse());
        }
    }
}
