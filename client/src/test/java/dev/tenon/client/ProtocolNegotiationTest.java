package dev.tenon.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.error.McpClientException;
import dev.tenon.client.error.NotSupportedException;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.coverage.Covers;
import dev.tenon.json.Json;
import dev.tenon.model.Revision;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a client negotiates the protocol over a channel. */
class ProtocolNegotiationTest {
    private static final ClientLimits SHORT_PROBE_TIMEOUT = ClientLimits.DEFAULT.toBuilder()
            .probeTimeout(Duration.ofMillis(300))
            .build();

    private static ClientBuilder client() {
        return McpClient.builder("test", "1");
    }

    @Test
    @Covers({
        "2026-07-28/versioning/stdio-probe-discover-result",
        "2026-07-28/versioning/request-declares-version",
        "2026-07-28/meta/required-protocol-version",
        "2026-07-28/meta/required-client-capabilities",
        "2026-07-28/stdio/meta-inline"
    })
    void a_server_that_supports_discovery_is_used_with_the_newest_revision() throws Exception {
        try (ScriptedServer server = new ScriptedServer()) {
            try (McpClient client = ScriptedServer.connect(client(), server, () -> {
                Json discover = server.expect("server/discover");
                Json meta = discover.get("params").get("_meta");
                assertThat(meta.get("io.modelcontextprotocol/protocolVersion").string())
                        .isEqualTo("2026-07-28");
                assertThat(meta.get("io.modelcontextprotocol/clientCapabilities"))
                        .isEqualTo(Json.EMPTY_OBJECT);
                server.sendResult(
                        discover,
                        "{\"resultType\":\"complete\",\"supportedVersions\":[\"2027-01-01\",\"2026-07-28\"],"
                                + "\"capabilities\":{},\"ttlMs\":0,\"cacheScope\":\"private\"}");
            })) {
                assertThat(client.server().revision()).isEqualTo(Revision.V2026_07_28);
                assertThat(server.hasNoMessage()).isTrue();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"error\":{\"code\":-32601,\"message\":\"Method not found\"}",
                "\"error\":{\"code\":-32602,\"message\":\"Invalid request parameters\"}",
                "\"error\":{\"code\":-32600,\"message\":\"Not initialized\"}",
                "\"error\":{\"code\":0,\"message\":\"\"}",
                "\"result\":{}",
                "\"result\":{\"supportedVersions\":\"all\"}",
                "\"error\":\"what?\""
            })
    @Covers({
        "2026-07-28/versioning/stdio-probe-other",
        "2026-07-28/versioning/stdio-fallback-not-one-code",
        "legacy/lifecycle/initialized-notification"
    })
    void any_other_response_leads_to_a_handshake(String response) throws Exception {
        try (ScriptedServer server = new ScriptedServer()) {
            try (McpClient client = ScriptedServer.connect(client(), server, () -> {
                Json discover = server.expect("server/discover");
                server.send("{\"jsonrpc\":\"2.0\",\"id\":" + discover.get("id") + "," + response + "}");
                server.respondToInitialize("2025-06-18", "{}");
            })) {
                assertThat(client.server().revision()).isEqualTo(Revision.V2025_06_18);
            }
        }
    }

    @Test
    @Covers({"2026-07-28/versioning/stdio-probe-other", "legacy/cancellation/not-initialize"})
    void no_response_leads_to_a_handshake_and_nothing_is_cancelled() throws Exception {
        try (ScriptedServer server = new ScriptedServer()) {
            try (McpClient client = ScriptedServer.connect(client().limits(SHORT_PROBE_TIMEOUT), server, () -> {
                server.expect("server/discover");
                server.respondToInitialize("2025-11-25", "{}");
            })) {
                assertThat(client.server().revision()).isEqualTo(Revision.V2025_11_25);
            }
        }
    }

    @Test
    @Covers("legacy/cancellation/not-initialize")
    void a_handshake_without_a_response_is_abandoned_without_a_notification() throws Exception {
        ClientBuilder shortTimeouts = McpClient.builder("test", "1")
                .revisions(Revision.V2025_11_25)
                .limits(ClientLimits.DEFAULT.toBuilder()
                        .connectTimeout(Duration.ofSeconds(1))
                        .build());
        try (ScriptedServer server = new ScriptedServer();
                BackgroundTask<McpClient> connectTask =
                        new BackgroundTask<>(() -> shortTimeouts.connect(server.target()))) {
            server.expect("initialize");
            assertThatThrownBy(connectTask::result).isInstanceOf(McpClientException.class);
            assertThat(server.hasNoMessage()).isTrue();
        }
    }

    @Test
    @Covers("2026-07-28/versioning/stdio-probe-modern-error")
    void an_error_of_2026_07_28_leads_to_a_handshake_only_if_it_names_older_revisions() throws Exception {
        try (ScriptedServer server = new ScriptedServer();
                BackgroundTask<McpClient> connectTask = new BackgroundTask<>(() -> client().connect(server.target()))) {
            server.sendError(
                    server.expect("server/discover"), -32022, "Unsupported", "{\"supported\":[\"2028-01-01\"]}");
            assertThatThrownBy(connectTask::result)
                    .isInstanceOf(NotSupportedException.class)
                    .hasMessageContaining("2028-01-01");
            assertThat(server.hasNoMessage()).isTrue();
        }
        try (ScriptedServer server = new ScriptedServer()) {
            ScriptedServer.connect(client(), server, () -> {
                        server.sendError(
                                server.expect("server/discover"),
                                -32022,
                                "Unsupported",
                                "{\"supported\":[\"2025-11-25\"]}");
                        server.respondToInitialize("2025-11-25", "{}");
                    })
                    .close();
        }
    }

    @Test
    @Covers({"2026-07-28/versioning/modern-error-means-modern"})
    void an_error_about_capabilities_or_headers_does_not_lead_to_a_handshake() throws Exception {
        for (int code : new int[] {-32020, -32021}) {
            try (ScriptedServer server = new ScriptedServer();
                    BackgroundTask<McpClient> connectTask =
                            new BackgroundTask<>(() -> client().connect(server.target()))) {
                server.sendError(server.expect("server/discover"), code, "No", "{}");
                assertThatThrownBy(connectTask::result)
                        .isInstanceOfSatisfying(ServerErrorException.class, e -> assertThat(e.code())
                                .isEqualTo(code));
                assertThat(server.hasNoMessage()).isTrue();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"2023-01-01\"", "\"2026-07-28\"", "7", "null"})
    @Covers("legacy/lifecycle/client-disconnect-schema")
    void an_unsupported_revision_ends_the_connection(String version) throws Exception {
        try (ScriptedServer server = new ScriptedServer();
                BackgroundTask<McpClient> connectTask = new BackgroundTask<>(
                        () -> client().revisions(Revision.V2025_11_25).connect(server.target()))) {
            server.sendResult(
                    server.expect("initialize"),
                    "{\"protocolVersion\":" + version
                            + ",\"capabilities\":{},\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}");
            assertThatThrownBy(connectTask::result).isInstanceOf(McpClientException.class);
            assertThat(server.hasNoMessage()).isTrue();
        }
    }

    @Test
    @Covers("2025-03-26/jsonrpc/batch-initialize-excluded")
    void a_fixed_revision_is_proposed_without_a_probe() throws Exception {
        try (ScriptedServer server = new ScriptedServer()) {
            ScriptedServer.connect(client().revisions(Revision.V2025_03_26), server, () -> {
                        Json initialize = server.nextMessage();
                        assertThat(initialize.isObject()).isTrue();
                        assertThat(initialize
                                        .get("params")
                                        .get("protocolVersion")
                                        .string())
                                .isEqualTo("2025-03-26");
                        server.sendResult(
                                initialize,
                                "{\"protocolVersion\":\"2025-03-26\",\"capabilities\":{},"
                                        + "\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}");
                        server.expect("notifications/initialized");
                    })
                    .close();
        }
    }
}
