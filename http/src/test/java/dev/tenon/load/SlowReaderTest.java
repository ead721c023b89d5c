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
        Process child = Child.launch("-Xmx64m");
        try {
            callUntilItHangsUp(child.getOutputStream());
            assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(child.exitValue()).isZero();
        } finally {
            child.destroyForcibly();
        }
    }

    private static void callUntilItHangsUp(OutputStream child) {
        try (child) {
            for (int i = 0; i < 2000; i++) {
                String call = Messages.call(Messages.MODERN, i, "large", "") + "\n";
                child.write(call.getBytes(UTF_8));
                child.flush();
            }
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("Broken pipe");
        }
    }

    @Test
    @Tag("exhaustive")
    void over_http_the_stream_of_a_client_that_never_reads_is_closed() throws Exception {
        McpServer server = LoadServer.with(Limits.DEFAULT).build();
        try (TenonHttpServer http = TenonHttpServer.builder(server).port(0).start();
                Connection deaf = new Connection(http.port());
                Connection other = new Connection(http.port())) {
            String headers = HttpClients.inSession(HttpClients.open(other));
            other.post(
                    headers, Messages.request(Messages.LEGACY, 1, "resources/subscribe", "\"uri\":\"load://watched\""));
            deaf.send("GET", headers, "");
            assertThat(deaf.receiveHead().status()).isEqualTo(200);
            long before = used();
            Await.until(() -> {
                for (int i = 0; i < 10_000; i++) {
                    server.notifyResourceUpdated("load://watched");
                }
                return server.status().openStreams() == 0;
            });
            assertThat(used() - before).isLessThan(16L << 20);
            Json response = HttpClients.message(other.post(headers, Messages.request(2, "ping", "")));
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
        McpServer server = LoadServer.with(limits)
                .tool("impatient")
                .timeout(Duration.ofMillis(300))
                .handler((in, call) -> {
                    TimeUnit.MINUTES.sleep(2);
                    return "never";
                })
                .build();
        List<Connection> deaf = new ArrayList<>();
        try (TenonHttpServer http = TenonHttpServer.builder(server).port(0).start();
                Connection other = new Connection(http.port())) {
            String headers = HttpClients.inSession(HttpClients.open(other));
            for (int i = 0; i < 5; i++) {
                Connection connection = new Connection(http.port());
                deaf.add(connection);
                connection.send("POST", headers, Messages.call(Messages.LEGACY, i, "chatter", ""));
            }
            // Until they wait for their clients, and the periodic cleanup has run.
            Await.until(() -> server.status().requests() == 5);
            Thread.sleep(3000);
            assertThat(server.status().requests()).isEqualTo(5);
            long start = System.nanoTime();
            server.notifyResourceUpdated("load://watched");
            Json late = HttpClients.message(other.post(headers, Messages.call(Messages.LEGACY, 9, "impatient", "")));
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
            assertThat(late.get("result").get("isError").bool()).isTrue();
            server.close(Duration.ZERO);
        } finally {
            for (Connection connection : deaf) {
                connection.close();
            }
        }
    }

    private static long used() throws InterruptedException {
        System.gc();
        Thread.sleep(100);
        Runtime heap = Runtime.getRuntime();
        return heap.totalMemory() - heap.freeMemory();
    }
}
