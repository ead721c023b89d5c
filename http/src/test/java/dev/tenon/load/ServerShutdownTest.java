package dev.tenon.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.thread.BlockedThreadCheck;
import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.model.LogLevel;
import dev.tenon.server.Limits;
import dev.tenon.server.McpServer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A server that is closed while clients of each transport listen and wait for responses. */
@BlockedThreadCheck
@Timeout(120)
class ServerShutdownTest {
    private static final int CLIENTS = 10;
    private static final int URIS = 10;

    private final CountDownLatch logged = new CountDownLatch(1);
    private final CountDownLatch floodStarted = new CountDownLatch(CLIENTS);
    private final List<StreamingTransport.StreamingClient> clients = new ArrayList<>();
    private final McpServer server = LoadServer.builder(Limits.DEFAULT.toBuilder()
                    .queue(new Limits.QueueLimits(256, 1 << 20, Duration.ofSeconds(60)))
                    .requestTimeout(Duration.ofSeconds(60))
                    .build())
            .tool("floods")
            .handler((in, call) -> {
                floodStarted.countDown();
                String text = "x".repeat(100_000);
                while (!call.isCancelled()) {
                    call.log(LogLevel.ERROR, "floods", text);
                }
                return "said";
            })
            .tool("says")
            .handler((in, call) -> {
                call.log(LogLevel.ERROR, "says", "something");
                logged.countDown();
                TimeUnit.MINUTES.sleep(2);
                return "never";
            })
            .build();
    private final TenonHttpServer http = TenonHttpServer.builder(server)
            .port(0)
            .httpSse("/sse")
            .webSocket("/ws")
            .closeServersOnShutdown()
            .start();

    @AfterEach
    void stop() throws IOException {
        http.close(Duration.ZERO);
        for (StreamingTransport.StreamingClient client : clients) {
            client.close();
        }
    }

    private StreamingTransport.StreamingClient connect(StreamingTransport transport) throws IOException {
        StreamingTransport.StreamingClient client = transport.connect(http.port());
        clients.add(client);
        return client;
    }

    private static void sendCall(StreamingTransport.StreamingClient client, int id, String tool) throws IOException {
        String call = Messages.call(Messages.MODERN, id, tool, "")
                .replace("\"_meta\":{", "\"_meta\":{\"io.modelcontextprotocol/logLevel\":\"error\",");
        client.send(call, McpHttpRequests.modernCallHeaders(tool));
    }

    private static void sendListen(StreamingTransport.StreamingClient client, List<String> uris) throws IOException {
        String listen = Messages.request(
                Messages.MODERN,
                1,
                "subscriptions/listen",
                "\"notifications\":{\"resourceSubscriptions\":[\"" + String.join("\",\"", uris) + "\"]}");
        client.send(listen, "MCP-Protocol-Version: " + Messages.MODERN + "\r\nMcp-Method: subscriptions/listen\r\n");
    }

    /**
     * Issue 20, item 5: ten subscribers that read nothing, and ten calls whose handlers wait for their clients, do not
     * delay closing.
     */
    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource
    void ten_subscribers_that_read_nothing_do_not_delay_closing(StreamingTransport transport) throws Exception {
        List<String> uris = new ArrayList<>();
        for (int i = 0; i < URIS; i++) {
            uris.add("load://" + i + "x".repeat(1000));
        }
        for (int i = 0; i < CLIENTS; i++) {
            sendListen(connect(transport), uris);
        }
        Conditions.await(() -> server.status().subscriptions() == CLIENTS * URIS);
        for (int i = 0; i < 500; i++) {
            uris.forEach(server::notifyResourceUpdated);
        }
        for (int i = 0; i < CLIENTS; i++) {
            sendCall(connect(transport), 2, "floods");
        }
        assertThat(floodStarted.await(30, TimeUnit.SECONDS)).isTrue();
        long start = System.nanoTime();
        server.close(Duration.ofSeconds(1));
        Duration closeDuration = Duration.ofNanos(System.nanoTime() - start);
        http.close(Duration.ofSeconds(1));

        assertThat(closeDuration).isBetween(Duration.ofMillis(900), Duration.ofSeconds(20));
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(40));
    }

    /**
     * Issue 20, item 12: a call that is aborted because the server closes gets an error response before its stream
     * ends.
     */
    @ParameterizedTest
    @EnumSource
    void an_aborted_call_ends_its_stream_with_an_error(StreamingTransport transport) throws Exception {
        StreamingTransport.StreamingClient client = connect(transport);
        sendCall(client, 7, "says");
        assertThat(logged.await(30, TimeUnit.SECONDS)).isTrue();
        server.close(Duration.ofMillis(100));

        assertThat(client.readRemaining())
                .containsSubsequence("something", "\"id\":7", "\"error\"", "shut down before this request was finished")
                .doesNotContain("cut");
    }
}
