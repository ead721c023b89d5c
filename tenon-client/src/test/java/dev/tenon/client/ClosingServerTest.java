package dev.tenon.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.support.CaseSampler;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Issue 20, the first part: a server that closes each connection after one answer, without saying so, loses no call and
 * gets none twice, by {@code java.net.http}. The same over event loops is in {@code EventLoopHttpClientTest} of
 * tenon-http.
 */
@Timeout(300)
class ClosingServerTest {
    private static final int CALLS = CaseSampler.chooseSize(500, 10_000);

    private static McpClient client(ClosingServer server) {
        ClientLimits limits = ClientLimits.DEFAULT.toBuilder()
                .reconnectDelay(Duration.ofMillis(1))
                .build();
        return McpClient.builder("test", "1").limits(limits).connect(server.target());
    }

    @Test
    @Tag("exhaustive")
    void loses_no_call_that_may_be_repeated() throws Exception {
        try (ClosingServer server = new ClosingServer();
                McpClient client = client(server)) {
            for (int i = 0; i < CALLS; i++) {
                client.callTool("add", Map.of("n", i), CallOptions.DEFAULT.withResend(true));
            }
            assertThat(server.calls()).isEqualTo(CALLS);
        }
    }

    @Test
    @Tag("exhaustive")
    void loses_no_call_that_must_not_be_repeated_and_gets_none_twice() throws Exception {
        try (ClosingServer server = new ClosingServer();
                McpClient client = client(server)) {
            for (int i = 0; i < CALLS; i++) {
                client.callTool("add", Map.of("n", i));
            }
            assertThat(server.calls()).isEqualTo(CALLS);
        }
    }
}
