package dev.tenon.guard.internal.forwarder;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.McpClient;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.guard.BreakerLimits;
import dev.tenon.jsonrpc.LeniencyPolicy;
import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.Implementation;
import dev.tenon.model.LogLevel;
import dev.tenon.model.Revision;
import dev.tenon.server.McpServer;
import dev.tenon.transport.DuplexChannel;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The level of log messages is requested again if the server rejected it. */
class UpstreamLogLevelTest {
    private final McpServer server = McpServer.builder("behind", "1")
            .revisions(Revision.V2025_11_25)
            .enableLogging()
            .tool("echo")
            .handler((in, call) -> "echo")
            .build();
    private final List<String> requested = new CopyOnWriteArrayList<>();
    private volatile boolean rejected = true;

    /** Makes the first request of a level invalid. */
    private final class LevelChannel extends ClosableChannel {
        LevelChannel(DuplexChannel channel) {
            super(channel);
        }

        @Override
        public void send(byte[] message) {
            String text = new String(message, UTF_8);
            if (text.contains("logging/setLevel")) {
                requested.add(text);
                text = rejected ? text.replace("\"info\"", "\"unknown\"") : text;
                rejected = false;
            }
            super.send(text.getBytes(UTF_8));
        }
    }

    @AfterEach
    void close() {
        server.close(Duration.ZERO);
    }

    @Test
    void a_rejected_level_is_requested_again_and_an_accepted_one_is_not() {
        try (UpstreamConnection connection = new UpstreamConnection(
                McpClient.builder("guard", "1"),
                new MemoryTargetResolver(server, LevelChannel::new).target(Optional.empty()),
                ClientCapabilities.NONE,
                Revision.V2025_11_25,
                Implementation.of("guard", "1"),
                new CircuitBreaker("behind", BreakerLimits.DEFAULT),
                LeniencyPolicy.NONE)) {
            assertThatThrownBy(() -> connection.ensureLogLevel(LogLevel.INFO)).isInstanceOf(ServerErrorException.class);
            connection.ensureLogLevel(LogLevel.INFO);
            connection.ensureLogLevel(LogLevel.INFO);

            assertThat(requested).hasSize(2);
        }
    }
}
