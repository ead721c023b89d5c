package dev.tenon.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Issue 20, the first part: a kept connection that the server closes meets the next call. No client can know whether such a call was
 * carried out, so that one that may be repeated is sent again, and any other ends with an error.
 */
@Timeout(60)
class ClosingServerTest {
    private static final int CALLS = 200;

    private static McpClient client(ClosingServer server) {
        ClientLimits limits = ClientLimits.DEFAULT
                .change()
                .reconnectDelay(Duration.ofMillis(1))
                .build();
        return McpClient.named("test", "1").limits(limits).connect(server.target());
    }

    @Test
    void loses_no_call_that_may_be_repeated() throws Exception {
        try (ClosingServer server = new ClosingServer();
                McpClient client = client(server)) {
            for (int i = 0; i < CALLS; i++) {
                client.callTool("add", Map.of("n", i), CallOptions.DEFAULT.resending(true));
            }
            assertThat(server.calls()).isEqualTo(CALLS);
        }
    }

    @Test
    void gets_no_call_twice_that_must_not_be_repeated() throws Exception {
        try (ClosingServer server = new ClosingServer();
                McpClient client = client(server)) {
            int answered = 0;
            for (int i = 0; i < CALLS; i++) {
                try {
                    client.callTool("add", Map.of("n", i));
                    answered++;
                } catch (ConnectionFailedException e) {
                    assertThat(e).hasMessageContaining("broke");
                }
            }
            assertThat(server.calls()).isEqualTo(answered);
        }
    }
}
