package dev.tenon.http.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.server.McpServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the number of pieces in which the events of a stream arrive. */
@Timeout(60)
class WriteCoalescerTest {
    private static final int LARGE_CHARS = 20_000;

    private final CountDownLatch release = new CountDownLatch(1);

    private McpServer server() {
        return McpServer.builder("pieces", "1")
                .tool("burst")
                .nonBlocking()
                .handler((in, call) -> {
                    call.reportProgress(1, 3);
                    call.reportProgress(2, 3);
                    call.reportProgress(3, 3);
                    return "burst";
                })
                .tool("large")
                .nonBlocking()
                .handler((in, call) -> {
                    call.reportProgress(1, 3.0, "a" + "x".repeat(LARGE_CHARS));
                    call.reportProgress(2, 3.0, "b" + "x".repeat(LARGE_CHARS));
                    return "large";
                })
                .tool("pause")
                .handler((in, call) -> {
                    call.reportProgress(1, 2);
                    return "went on: " + release.await(20, TimeUnit.SECONDS);
                })
                .build();
    }

    private static RawConnection openStream(TenonHttpServer http, String tool) throws Exception {
        RawConnection connection = new RawConnection(http.port());
        sendCall(connection, tool);
        assertThat(connection.readHead().headers()).containsEntry("content-type", "text/event-stream");
        return connection;
    }

    private static void sendCall(RawConnection connection, String tool) throws IOException {
        connection.send(RawConnection.buildPost(
                "tools/call", tool, TestClient.modernRequest(1, "tools/call", TestClient.callParams(tool, ""))));
    }

    private static List<String> readChunks(RawConnection connection) throws Exception {
        List<String> chunks = new ArrayList<>();
        for (String chunk = connection.readChunk(); !chunk.isEmpty(); chunk = connection.readChunk()) {
            chunks.add(chunk);
        }
        return chunks;
    }

    @Test
    void messages_sent_in_one_turn_with_the_result_arrive_together_with_a_length() throws Exception {
        try (McpServer server = server();
                TenonHttpServer http = TenonHttpServer.builder(server).port(0).start();
                RawConnection connection = new RawConnection(http.port())) {
            sendCall(connection, "burst");
            RawConnection.RawResponse response = connection.readResponse();
            assertThat(response.headers())
                    .containsEntry("content-type", "text/event-stream")
                    .containsKey("content-length")
                    .doesNotContainKey("transfer-encoding");
            assertThat(response.body())
                    .containsSubsequence("\"progress\":1", "\"progress\":2", "\"progress\":3", "\"burst\"");
        }
    }

    @Test
    void large_events_are_not_delayed() throws Exception {
        try (McpServer server = server();
                TenonHttpServer http = TenonHttpServer.builder(server).port(0).start();
                RawConnection connection = openStream(http, "large")) {
            List<String> chunks = readChunks(connection);
            assertThat(chunks).hasSizeGreaterThan(2);
            assertThat(String.join("", chunks)).containsSubsequence("\"ax", "\"bx", "\"large\"");
        }
    }

    @Test
    void an_event_is_sent_while_its_handler_still_runs() throws Exception {
        try (McpServer server = server();
                TenonHttpServer http = TenonHttpServer.builder(server).port(0).start();
                RawConnection connection = openStream(http, "pause")) {
            assertThat(connection.readChunk()).contains("\"progress\":1");
            release.countDown();
            assertThat(connection.readChunk()).contains("went on: true");
        }
    }
}
