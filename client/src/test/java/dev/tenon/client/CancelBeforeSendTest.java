package dev.tenon.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.error.CallCancelledException;
import dev.tenon.model.Revision;
import org.junit.jupiter.api.Test;

/** Issue 20, section 1: a call that is cancelled before it is sent is not sent. */
class CancelBeforeSendTest {
    @Test
    void the_server_never_receives_a_call_that_is_cancelled_before_it_is_sent() throws Exception {
        Cancellation cancellation = new Cancellation();
        cancellation.cancel("no longer wanted");
        ClientBuilder builder = McpClient.builder("test", "1").revisions(Revision.V2025_11_25);
        try (ScriptedServer server = new ScriptedServer();
                McpClient client = ScriptedServer.connect(
                        builder,
                        server,
                        () -> server.respondToInitialize("2025-11-25", ScriptedServer.ALL_CAPABILITIES))) {
            assertThatThrownBy(() -> client.readResource("a://b", CallOptions.DEFAULT.withCancellation(cancellation)))
                    .isInstanceOf(CallCancelledException.class)
                    .hasMessageContaining("no longer wanted");
            assertThat(server.hasNoMessage()).isTrue();
        }
    }
}
