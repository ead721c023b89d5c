package dev.tenon.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.support.CaseSampler;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Issue 20, the first part: with {@code java.net.http}, a server that closes each connection after one response without
 * announcing it gets each call exactly once. The same over event loops is in {@code EventLoopHttpClientTest} of
 * tenon-http.
 */
@Timeout(300)
class ConnectionClosingServerTest {
    private static final int CALLS = CaseSampler.chooseSize(500, 10_000);

    private static McpClient connect(ConnectionClosingServer server) {
        ClientLimits limits = ClientLimits.DEFAULT.toBuilder()
                .reconnectDelay(Duration.ofMillis(1))
                .build();
        return McpClient.builder("test", "1").limits(limits).connect(server.target());
    }

    @Test
    @Tag("exhaustive")
    void repeatable_calls_are_not_lost() throws Exception {
        try (ConnectionClosingServer server = new ConnectionClosingServer();
                McpClient client = connect(server)) {
            for (int i = 0; i < CALLS; i++) {
                client.callTool("add", Map.of("n", i), CallOptions.DEFAULT.withResend(true));
            }
            assertThat(server.countToolCalls()).isEqualTo(CALLS);
        }
    }

    @Test
    @Tag("exhaustive")
    void non_repeatable_calls_are_executed_exactly_once() throws Exception {
        try (ConnectionClosingServer server = new ConnectionClosingServer();
                McpClient client = connect(server)) {
            for (int i = 0; i < CALLS; i++) {
                client.callTool("add", Map.of("n", i));
            }
            assertThat(server.countToolCalls()).isEqualTo(CALLS);
        }
    }
}
