package dev.tenon.load;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.json.Json;
import dev.tenon.server.Limits;
import dev.tenon.server.McpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** A client that does not read is disconnected, costs little, and delays no other client. */
@Timeout(120)
@Isolated("it measures memory and times")
class SlowReaderTest {
    @Test
    @Tag("exhaustive")
    void on_stdio_a_client_that_never_reads_ends_a_server_with_a_heap_of_64_mib() throws Exception {
        Process serverProcess = StdioServerProcess.startProcess("-Xmx64m");
        try {
            callUntilDisconnected(serverProcess.getOutputStream());
            assertThat(serverProcess.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(serverProcess.exitValue()).isZero();
        } finally {
            serverProcess.destroyForcibly();
        }
    }

    private static void callUntilDisconnected(OutputStream processInput) {
        try (processInput) {
            for (int i = 0; i < 2000; i++) {
                String call = Messages.call(Messages.MODERN, i, "large", "") + "\n";
                processInput.write(call.getBytes(UTF_8));
                processInput.flush();
            }
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("Broken pipe");
        }
    }

    @Test
    @Tag("exhaustive")
    void over_http_the_stream_of_a_client_that_never_reads_is_closed() throws Exception {
        McpServer server = LoadServer.builder(Limits.DEFAULT).build();
        try (TenonHttpServer http = TenonHttpServer.builder(server).port(0).start();
                HttpConnection nonReader = new HttpConnection(http.port());
                HttpConnection otherClient = new HttpConnection(http.port())) {
            String headers = McpHttpRequests.sessionHeaders(McpHttpRequests.openSession(otherClient));
            otherClient.post(
                    headers, Messages.request(Messages.LEGACY, 1, "resources/subscribe", "\"uri\":\"load://watched\""));
            nonReader.send("GET", headers, "");
            assertThat(nonReader.receiveHead().status()).isEqualTo(200);
            long before = usedHeapBytes();
            Conditions.await(() -> {
                for (int i = 0; i < 10_000; i++) {
                    server.notifyResourceUpdated("load://watched");
                }
                return server.status().openStreams() == 0;
            });
            assertThat(usedHeapBytes() - before).isLessThan(16L << 20);
            Json response = McpHttpRequests.parseMessage(otherClient.post(headers, Messages.request(2, "ping", "")));
            assertThat(response.get("result")).isEqualTo(Json.EMPTY_OBJECT);
        } finally {
            server.close(Duration.ZERO);
        }
    }

    @Test
    @Tag("exhaustive")
    void clients_that_do_not_read_delay_neither_other_clients_nor_the_periodic_cleanup() throws Exception {
        Limits limits = Limits.DEFAULT.toBuilder()
                .requestTimeout(Duration.ofSeconds(60))
                .queue(new Limits.QueueLimits(256, 1 << 20, Duration.ofSeconds(60)))
                .build();
        McpServer server = LoadServer.builder(limits)
                .tool("impatient")
                .timeout(Duration.ofMillis(300))
                .handler((in, call) -> {
                    TimeUnit.MINUTES.sleep(2);
                    return "never";
                })
                .build();
        List<HttpConnection> nonReaders = new ArrayList<>();
        try (TenonHttpServer http = TenonHttpServer.builder(server).port(0).start();
                HttpConnection otherClient = new HttpConnection(http.port())) {
            String headers = McpHttpRequests.sessionHeaders(McpHttpRequests.openSession(otherClient));
            for (int i = 0; i < 5; i++) {
                HttpConnection connection = new HttpConnection(http.port());
                nonReaders.add(connection);
                connection.send("POST", headers, Messages.call(Messages.LEGACY, i, "chatter", ""));
            }
            // Until they wait for their clients, and the periodic cleanup has run.
            Conditions.await(() -> server.status().requests() == 5);
            Thread.sleep(3000);
            assertThat(server.status().requests()).isEqualTo(5);
            long start = System.nanoTime();
            server.notifyResourceUpdated("load://watched");
            Json timedOut = McpHttpRequests.parseMessage(
                    otherClient.post(headers, Messages.call(Messages.LEGACY, 9, "impatient", "")));
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
            assertThat(timedOut.get("result").get("isError").bool()).isTrue();
            server.close(Duration.ZERO);
        } finally {
            for (HttpConnection connection : nonReaders) {
                connection.close();
            }
        }
    }

    private static long usedHeapBytes() throws InterruptedException {
        System.gc();
        Thread.sleep(100);
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
