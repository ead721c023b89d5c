package dev.tenon.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.error.CallTimeoutException;
import dev.tenon.json.Json;
import dev.tenon.model.Revision;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Issue 20, item 39: a probe of 2026-07-28 without a timely response says nothing about the supported revisions. */
@Timeout(60)
class ProbeTimeoutTest {
    private static final String DISCOVER_RESULT = "{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],"
            + "\"capabilities\":{},\"ttlMs\":0,\"cacheScope\":\"private\"}";

    private static ClientBuilder client() {
        return McpClient.builder("test", "1")
                .limits(ClientLimits.DEFAULT.toBuilder()
                        .probeTimeout(Duration.ofMillis(100))
                        .build());
    }

    @Test
    void a_late_response_still_leads_to_the_newest_revision() throws Exception {
        try (ScriptedServer server = new ScriptedServer()) {
            try (McpClient client = ScriptedServer.connect(client(), server, () -> {
                Json discover = server.expect("server/discover");
                server.expect("initialize");
                server.sendResult(discover, DISCOVER_RESULT);
            })) {
                assertThat(client.server().revision()).isEqualTo(Revision.V2026_07_28);
                assertThat(client.status().pendingCalls()).isZero();
            }
        }
    }

    @Test
    void after_a_late_error_the_handshake_counts() throws Exception {
        try (ScriptedServer server = new ScriptedServer()) {
            try (McpClient client = ScriptedServer.connect(client(), server, () -> {
                Json discover = server.expect("server/discover");
                Json initialize = server.expect("initialize");
                server.sendError(discover, -32601, "Method not found", "{}");
                server.sendResult(
                        initialize,
                        "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
                                + "\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}");
                server.expect("notifications/initialized");
            })) {
                assertThat(client.server().revision()).isEqualTo(Revision.V2025_11_25);
                assertThat(client.status().pendingCalls()).isZero();
            }
        }
    }

    @Test
    void a_client_of_only_2026_07_28_fails_with_a_timeout() throws Exception {
        ClientBuilder statelessBuilder = McpClient.builder("test", "1")
                .revisions(Revision.V2026_07_28)
                .limits(ClientLimits.DEFAULT.toBuilder()
                        .connectTimeout(Duration.ofSeconds(2))
                        .build());
        try (ScriptedServer server = new ScriptedServer();
                BackgroundTask<McpClient> connectTask =
                        new BackgroundTask<>(() -> statelessBuilder.connect(server.target()))) {
            server.expect("server/discover");
            assertThatThrownBy(connectTask::result)
                    .isInstanceOf(CallTimeoutException.class)
                    .hasMessageContaining("server/discover")
                    .hasMessageContaining("ClientLimits.connectTimeout")
                    .hasMessageNotContaining("does not speak");
            assertThat(server.hasNoMessage()).isTrue();
        }
    }

    @Test
    void over_http_a_server_that_does_not_respond_is_probed_once_more() throws Exception {
        AtomicInteger probes = new AtomicInteger();
        CountDownLatch release = new CountDownLatch(1);
        try (MockHttpServer http = new MockHttpServer(request -> {
                    if (request.hasMethod("server/discover") && probes.incrementAndGet() == 1) {
                        await(release);
                    }
                    return request.hasMethod("server/discover")
                            ? request.createResult(DISCOVER_RESULT)
                            : MockHttpServer.MockResponse.ofStatus(400);
                });
                McpClient client = McpClient.builder("test", "1")
                        .limits(ClientLimits.DEFAULT.toBuilder()
                                .connectTimeout(Duration.ofSeconds(4))
                                .build())
                        .connect(http.target())) {
            assertThat(client.server().revision()).isEqualTo(Revision.V2026_07_28);
            assertThat(probes.get()).isEqualTo(2);
        } finally {
            release.countDown();
        }
    }

    @Test
    void over_http_a_server_that_never_responds_is_a_timeout_and_gets_no_handshake() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        try (MockHttpServer http = new MockHttpServer(request -> {
            await(release);
            return MockHttpServer.MockResponse.ofStatus(400);
        })) {
            ClientBuilder shortTimeouts = McpClient.builder("test", "1")
                    .limits(ClientLimits.DEFAULT.toBuilder()
                            .connectTimeout(Duration.ofSeconds(2))
                            .build());
            assertThatThrownBy(() -> shortTimeouts.connect(http.target()))
                    .isInstanceOf(CallTimeoutException.class)
                    .hasMessageContaining("server/discover");
            assertThat(http.requests("initialize")).isEmpty();
            assertThat(http.requests("server/discover")).hasSize(2);
        } finally {
            release.countDown();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
