package dev.tenon.http.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.thread.BlockedThreadCheck;
import dev.tenon.json.Json;
import dev.tenon.server.McpServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests that arrive on many connections at the same time. */
@Timeout(60)
@BlockedThreadCheck
class ConcurrentRequestsTest {
    private static final int REQUESTS = 80;
    private static final int LARGE_CHARS = 200_000;
    private static final Json TEXT =
            Json.parse("{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}},\"required\":[\"text\"]}");

    private static String buildCall(String tool, String text) {
        String body =
                TestClient.modernRequest(1, "tools/call", TestClient.callParams(tool, "\"text\":\"" + text + "\""));
        return RawConnection.buildPost("tools/call", tool, body);
    }

    /** Each handler waits for all the others, so none may be delayed by another. */
    @Test
    void handlers_that_wait_do_not_delay_concurrent_ones() throws Exception {
        CountDownLatch allStarted = new CountDownLatch(REQUESTS);
        try (McpServer server = McpServer.builder("together", "1")
                        .tool("meet")
                        .inputSchema(TEXT)
                        .handler((in, call) -> {
                            allStarted.countDown();
                            return "met: " + allStarted.await(20, TimeUnit.SECONDS);
                        })
                        .build();
                TenonHttpServer http = TenonHttpServer.builder(server).port(0).start()) {
            for (RawConnection.RawResponse response : sendAll(http, REQUESTS, i -> buildCall("meet", "x"))) {
                assertThat(response.body()).contains("met: true");
            }
        }
    }

    @Test
    void small_large_and_non_blocking_requests_each_get_their_response() throws Exception {
        try (TestServer testServer = new TestServer();
                TenonHttpServer http = testServer.httpBuilder().start()) {
            List<RawConnection.RawResponse> responses = sendAll(
                    http,
                    REQUESTS,
                    i -> buildCall(
                            i % 3 == 0 ? "quick" : "echo",
                            i % 7 == 0 ? i + "-" + "x".repeat(LARGE_CHARS) : i + "-small"));
            for (int i = 0; i < REQUESTS; i++) {
                assertThat(responses.get(i).body()).contains("\"text\":\"" + i + "-");
            }
        }
    }

    /** Sends one request on each of that many connections before it reads any response. */
    private static List<RawConnection.RawResponse> sendAll(TenonHttpServer http, int count, IntFunction<String> request)
            throws Exception {
        List<RawConnection> connections = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                connections.add(new RawConnection(http.port()));
            }
            for (int i = 0; i < count; i++) {
                connections.get(i).send(request.apply(i));
            }
            List<RawConnection.RawResponse> responses = new ArrayList<>();
            for (RawConnection connection : connections) {
                responses.add(connection.readResponse());
            }
            return responses;
        } finally {
            for (RawConnection connection : connections) {
                connection.close();
            }
        }
    }
}
