package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.coverage.thread.BlockedThreadCheck;
import dev.tenon.server.http.HttpOptions;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Tests the shutdown of a server. */
@BlockedThreadCheck
class ShutdownTest {
    private final CountDownLatch running = new CountDownLatch(1);
    private final CountDownLatch finish = new CountDownLatch(1);
    private final AtomicBoolean interrupted = new AtomicBoolean();

    private McpServer server() {
        return TestServers.echoBuilder()
                .tool("slow")
                .handler((in, call) -> {
                    running.countDown();
                    try {
                        finish.await();
                    } catch (InterruptedException e) {
                        interrupted.set(true);
                        throw e;
                    }
                    return "finished";
                })
                .build();
    }

    @Test
    void requests_in_flight_complete_and_new_ones_are_rejected() throws Exception {
        McpServer server = server();
        try (RecordingClient client = new RecordingClient(server)) {
            client.send(client.modernRequest(1, "tools/call", "\"name\":\"slow\""));
            running.await();
            Thread closing = new Thread(() -> server.close(Duration.ofSeconds(20)));
            closing.start();
            RecordingClient.ReceivedResponse rejected = client.call("echo", "{\"text\":\"x\"}");
            while (rejected.response().get("error") == null) {
                rejected = client.call("echo", "{\"text\":\"x\"}");
            }
            assertThat(rejected.code()).isEqualTo(429);
            finish.countDown();
            assertThat(client.next().toString()).contains("finished");
            closing.join(10_000);
            assertThat(closing.isAlive()).isFalse();
        }
    }

    @Test
    void requests_that_do_not_end_in_time_are_cancelled() throws Exception {
        McpServer server = server();
        try (RecordingClient client = new RecordingClient(server)) {
            client.send(client.modernRequest(1, "tools/call", "\"name\":\"slow\""));
            running.await();
            server.close(Duration.ofMillis(50));
            for (int i = 0; i < 500 && !interrupted.get(); i++) {
                Thread.sleep(10);
            }
            assertThat(interrupted).isTrue();
            assertThat(server.status().requests()).isZero();
        }
    }

    @Test
    void a_closed_server_accepts_no_client_and_can_be_closed_again() {
        McpServer server = server();
        server.close();
        server.close();
        assertThatThrownBy(() -> server.createHttpEndpoint(HttpOptions.DEFAULT)).hasMessageContaining("closed");
    }
}
