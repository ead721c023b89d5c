package dev.tenon.client.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.error.NotSupportedException;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.client.internal.FakeChannel;
import dev.tenon.client.internal.TestClientContext;
import dev.tenon.client.internal.config.ClientConfig;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.model.Revision;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Orders of the responses to the probe and to the handshake, and what a connector remembers of a server. */
@Timeout(20)
class ConnectorTest {
    private static final String INITIALIZED = "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
            + "\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}";

    /** A probe without an immediate response counts as unanswered. */
    private static final ClientConfig CONFIG = TestClientContext.configOf(
            ClientLimits.DEFAULT.toBuilder().probeTimeout(Duration.ZERO).build());

    private final FakeChannel channel = new FakeChannel();

    private Connector connector(ClientConfig config) {
        return new Connector(ServerTarget.channel(channel), new TestClientContext(config).context);
    }

    private Json discoverRequest() {
        return channel.sent("server/discover").get(0);
    }

    private static Revision revisionOf(McpConnection connection) {
        return connection.protocol().revision();
    }

    @Test
    void a_late_response_to_the_probe_replaces_the_pending_handshake() {
        channel.on("initialize", request -> channel.receiveResult(discoverRequest(), FakeChannel.DISCOVERED));
        McpConnection connection = connector(CONFIG).connect();
        assertThat(revisionOf(connection)).isEqualTo(Revision.V2026_07_28);
        assertThat(connection.pendingCallCount()).isZero();
        assertThat(channel.sent("notifications/cancelled")).isEmpty();
        assertThat(channel.sent("notifications/initialized")).isEmpty();
    }

    @Test
    void a_response_to_the_probe_after_the_handshake_is_dropped() {
        channel.respondTo("initialize", INITIALIZED);
        TestClientContext client = new TestClientContext(CONFIG);
        McpConnection connection = new Connector(ServerTarget.channel(channel), client.context).connect();
        channel.receiveResult(discoverRequest(), FakeChannel.DISCOVERED);
        assertThat(revisionOf(connection)).isEqualTo(Revision.V2025_11_25);
        assertThat(connection.pendingCallCount()).isZero();
        assertThat(client.context.droppedMessages().sum()).isEqualTo(1);
        assertThat(channel.sent("notifications/cancelled")).isEmpty();
    }

    @Test
    void a_late_error_to_the_probe_does_not_disturb_the_handshake() {
        channel.on("initialize", request -> {
            channel.receiveError(discoverRequest(), ErrorCode.METHOD_NOT_FOUND, "null");
            channel.receiveResult(request, INITIALIZED);
        });
        assertThat(revisionOf(connector(CONFIG).connect())).isEqualTo(Revision.V2025_11_25);
    }

    @Test
    void the_second_connection_skips_the_probe_of_an_older_server() {
        channel.respondTo("initialize", INITIALIZED);
        Connector connector = connector(CONFIG);
        connector.connect().close();
        connector.connect();
        assertThat(channel.sent("server/discover")).hasSize(1);
        assertThat(channel.sent("initialize")).hasSize(2);
    }

    @Test
    void a_server_that_was_replaced_by_a_newer_one_is_probed_again() {
        channel.respondTo("initialize", INITIALIZED);
        Connector connector = connector(CONFIG);
        connector.connect().close();
        channel.respondToDiscover().on("initialize", request -> channel.close());
        assertThat(revisionOf(connector.connect())).isEqualTo(Revision.V2026_07_28);
    }

    @Test
    void a_known_older_server_that_rejects_the_handshake_is_not_probed_again() {
        channel.respondTo("initialize", INITIALIZED);
        Connector connector = connector(CONFIG);
        connector.connect().close();
        channel.on("initialize", request -> channel.receiveError(request, ErrorCode.INTERNAL_ERROR, "null"));
        assertThatThrownBy(connector::connect).isInstanceOf(ServerErrorException.class);
        assertThat(channel.sent("server/discover")).hasSize(1);
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void a_preferred_older_revision_that_the_server_rejects_is_only_a_guess() {
        channel.respondToDiscover()
                .on("initialize", request -> channel.receiveError(request, ErrorCode.METHOD_NOT_FOUND, "null"));
        ClientConfig preferring = TestClientContext.configWith(CONFIG, "preferredRevision", Revision.V2025_11_25);
        assertThat(revisionOf(connector(preferring).connect())).isEqualTo(Revision.V2026_07_28);
    }

    @Test
    void a_server_that_ends_because_of_the_probe_gets_the_handshake_on_a_new_connection() {
        channel.on("server/discover", request -> channel.close()).respondTo("initialize", INITIALIZED);
        assertThat(revisionOf(connector(CONFIG).connect())).isEqualTo(Revision.V2025_11_25);
        assertThat(channel.openCount()).isEqualTo(2);
    }

    @Test
    void a_server_that_rejects_a_revision_and_lists_it_is_probed_exactly_twice() {
        String data = "{\"supported\":[\"2026-07-28\"],\"requested\":\"2026-07-28\"}";
        channel.on(
                "server/discover",
                request -> channel.receiveError(request, ErrorCode.UNSUPPORTED_PROTOCOL_VERSION, data));
        assertThatThrownBy(connector(CONFIG)::connect)
                .isInstanceOf(NotSupportedException.class)
                .hasMessageContaining("although it lists it as supported");
        assertThat(channel.sent("server/discover")).hasSize(2);
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void a_client_of_the_newest_revision_only_does_not_try_the_handshake() {
        channel.on("server/discover", request -> channel.receiveError(request, ErrorCode.METHOD_NOT_FOUND, "null"));
        ClientConfig newest = TestClientContext.configWith(CONFIG, "revisions", Set.of(Revision.V2026_07_28));
        assertThatThrownBy(connector(newest)::connect).isInstanceOf(NotSupportedException.class);
        assertThat(channel.sent("initialize")).isEmpty();
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void a_connection_that_ends_during_the_handshake_fails_with_its_reason_and_is_closed() {
        channel.on("initialize", request -> channel.close());
        assertThatThrownBy(connector(CONFIG)::connect)
                .isInstanceOf(ConnectionFailedException.class)
                .hasMessageContaining("The server closed the connection");
    }

    @Test
    void an_interrupt_while_waiting_for_the_probe_closes_the_connection_and_stays() {
        Thread.currentThread().interrupt();
        ClientConfig patient = TestClientContext.configOf(ClientLimits.DEFAULT);
        assertThatThrownBy(connector(patient)::connect).hasMessageContaining("Interrupted");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(channel.isOpen()).isFalse();
    }
}
