package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import dev.tenon.coverage.thread.BlockedThreadCheck;
import dev.tenon.json.Json;
import dev.tenon.model.Icon;
import dev.tenon.model.Revision;
import dev.tenon.server.call.ClientInputRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the negotiation of client and server, in stateless and handshake revisions. */
@BlockedThreadCheck
class NegotiationTest {
    private McpServer server;
    private RecordingClient client;

    @BeforeEach
    void open() {
        server = TestServers.echoBuilder()
                .title("Test server")
                .description("For tests")
                .websiteUrl("https://example.com")
                .icon(Icon.of("https://example.com/icon.png"))
                .instructions("Echo away")
                .build();
        client = new RecordingClient(server);
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"})
    @Covers({
        "legacy/lifecycle/initialize-result",
        "legacy/lifecycle/server-version-same",
        "legacy/jsonrpc/base-protocol-mandatory",
        "legacy/lifecycle/capabilities-declared",
        "2026-07-28/versioning/dual-era-server-legacy-select"
    })
    void initialize_selects_the_proposed_revision(String revision) throws Exception {
        Json result = client.initialize(revision, "{}");
        assertThat(result.get("protocolVersion").string()).isEqualTo(revision);
        assertThat(result.get("capabilities").get("tools").isObject()).isTrue();
        assertThat(result.get("serverInfo").get("name").string()).isEqualTo("test");
        assertThat(result.get("instructions").string()).isEqualTo("Echo away");
        assertThat(client.callInSession("echo", "{\"text\":\"hi\"}").text()).isEqualTo("hi");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-07-28", "2099-01-01", "1.0", ""})
    @Covers({"legacy/lifecycle/server-version-counter", "legacy/lifecycle/initialize-never-modern"})
    void initialize_with_an_unsupported_revision_selects_the_newest_supported_one(String proposed) throws Exception {
        assertThat(client.initialize(proposed, "{}").get("protocolVersion").string())
                .isEqualTo("2025-11-25");
    }

    @Test
    @Covers("core/schema/implementation-fields")
    void the_server_describes_itself_with_the_fields_of_each_revision() throws Exception {
        assertThat(info("2024-11-05").members()).containsOnlyKeys("name", "version");
        assertThat(info("2025-03-26").members()).containsOnlyKeys("name", "version");
        assertThat(info("2025-06-18").members()).containsOnlyKeys("name", "version", "title");
        assertThat(info("2025-11-25").members())
                .containsOnlyKeys("name", "version", "title", "description", "websiteUrl", "icons");
        Json modern = client.callStateless("server/discover", "")
                .result()
                .get("_meta")
                .get("io.modelcontextprotocol/serverInfo");
        assertThat(modern.members()).containsOnlyKeys("name", "version", "title", "description", "websiteUrl", "icons");
    }

    private Json info(String revision) throws Exception {
        try (RecordingClient other = new RecordingClient(server)) {
            return other.initialize(revision, "{}").get("serverInfo");
        }
    }

    @Test
    @Covers("legacy/lifecycle/init-first")
    void before_initialize_only_ping_and_stateless_requests_are_served() throws Exception {
        assertThat(client.callSessionMethod("tools/list", "").code()).isEqualTo(-32602);
        assertThat(client.callSessionMethod("tools/list", "").message()).contains("initialize");
        assertThat(client.callSessionMethod("ping", "").result().members()).isEmpty();
    }

    @Test
    void a_second_initialize_on_a_connection_is_rejected() throws Exception {
        client.initialize("2025-06-18", "{}");
        Json again = client.initialize("2025-06-18", "{}");
        assertThat(again.get("error").get("code").number().intValue()).isEqualTo(-32600);
    }

    @Test
    void the_error_for_initialize_without_params_names_the_missing_member() throws Exception {
        RecordingClient.ReceivedResponse response = client.callSessionMethod("initialize", "{\"capabilities\":{}}");
        assertThat(response.code()).isEqualTo(-32602);
        assertThat(response.message()).contains("params.protocolVersion");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"})
    @Covers("legacy/lifecycle/ping-respond")
    void ping_returns_an_empty_result_in_a_session(String revision) throws Exception {
        client.initialize(revision, "{}");
        assertThat(client.callSessionMethod("ping", "").result().members()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "initialize",
                "ping",
                "logging/setLevel",
                "resources/subscribe",
                "resources/unsubscribe",
                "roots/list",
                "sampling/createMessage",
                "elicitation/create",
                "tasks/list"
            })
    @Covers({"2026-07-28/lifecycle/ping-removed", "2026-07-28/lifecycle/removed-methods"})
    void methods_that_the_newest_revision_removed_do_not_exist_in_it(String method) throws Exception {
        assertThat(client.callStateless(method, "").code()).isEqualTo(-32601);
    }

    @ParameterizedTest
    @ValueSource(strings = {"server/discover", "subscriptions/listen"})
    @Covers("2025-06-18/lifecycle/operation-respect")
    void methods_of_the_newest_revision_do_not_exist_in_a_session(String method) throws Exception {
        client.initialize("2025-11-25", "{}");
        assertThat(client.callSessionMethod(method, "{}").code()).isEqualTo(-32601);
    }

    @Test
    @Covers({
        "2026-07-28/versioning/discover-implemented",
        "2026-07-28/versioning/discover-result-fields",
        "2026-07-28/versioning/advertise-implemented-features",
        "2026-07-28/jsonrpc/base-protocol-mandatory"
    })
    void discover_returns_versions_capabilities_and_caching() throws Exception {
        Json result = client.callStateless("server/discover", "").result();
        assertThat(result.get("resultType").string()).isEqualTo("complete");
        assertThat(result.get("supportedVersions").elements().get(0).string()).isEqualTo("2026-07-28");
        assertThat(result.get("supportedVersions").elements()).hasSize(5);
        assertThat(result.get("capabilities").members()).containsOnlyKeys("tools");
        assertThat(result.get("ttlMs").isIntegerText()).isTrue();
        assertThat(result.get("cacheScope").string()).isEqualTo("private");
        assertThat(result.get("instructions").string()).isEqualTo("Echo away");
    }

    @Test
    @Covers({"2026-07-28/versioning/unsupported-version-error", "2026-07-28/versioning/discover-same-meta-rules"})
    void the_error_for_an_unsupported_version_lists_the_supported_ones() throws Exception {
        Json response = client.sendAndReceive(
                client.modernRequest(1, "server/discover", "").replace("2026-07-28", "2030-01-01"));
        Json error = response.get("error");
        assertThat(error.get("code").number().intValue()).isEqualTo(-32022);
        assertThat(error.get("data").get("requested").string()).isEqualTo("2030-01-01");
        assertThat(error.get("data").get("supported").elements()).contains(Json.of("2026-07-28"));
    }

    @Test
    @Covers("2026-07-28/versioning/dual-era-server-modern-select")
    void stateless_requests_and_a_session_work_on_one_connection() throws Exception {
        client.initialize("2024-11-05", "{}");
        assertThat(client.callStateless("tools/list", "")
                        .result()
                        .get("resultType")
                        .string())
                .isEqualTo("complete");
        assertThat(client.callSessionMethod("tools/list", "").result().members())
                .containsOnlyKeys("tools");
    }

    @Test
    @Covers({"2026-07-28/lifecycle/no-prior-request-context", "2026-07-28/meta/no-undeclared-capability"})
    void stateless_requests_do_not_affect_later_ones() throws Exception {
        server.addTool("who")
                .handler((in, call) -> call.clientInfo().map(c -> c.name()).orElse("nobody") + " "
                        + call.canRequestInput(ClientInputRequest.roots()));
        client.withCapabilities("{\"roots\":{}}")
                .withMeta(",\"io.modelcontextprotocol/clientInfo\":{\"name\":\"ann\",\"version\":\"1\"}");
        assertThat(client.call("who", "{}").text()).isEqualTo("ann true");
        client.withCapabilities("{}").withMeta("");
        assertThat(client.call("who", "{}").text()).isEqualTo("nobody false");
    }

    @Test
    @Covers("2026-07-28/meta/client-info-optional-for-server")
    void client_info_is_optional() throws Exception {
        assertThat(client.callStateless("tools/list", "").result().get("tools").elements())
                .hasSize(1);
    }

    @Test
    @Covers("2026-07-28/meta/missing-required-32602")
    void the_error_for_a_request_without_required_meta_names_the_missing_member() throws Exception {
        RecordingClient.ReceivedResponse response = client.callSessionMethod(
                "tools/list", "{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}}");
        assertThat(response.code()).isEqualTo(-32602);
        assertThat(response.message()).contains("io.modelcontextprotocol/clientCapabilities");
        assertThat(client.callSessionMethod("tools/list", "{\"_meta\":{}}").code())
                .isEqualTo(-32602);
    }

    @Test
    @Covers({"core/meta/no-assumptions-reserved", "2026-07-28/meta/trace-context-reserved"})
    void other_members_of_meta_reach_the_handler_and_have_no_other_effect() throws Exception {
        server.addTool("meta")
                .handler((in, call) ->
                        call.meta().traceparent() + " " + call.meta().get("com.example/x"));
        client.withMeta(",\"io.modelcontextprotocol/later\":[1],\"com.example/x\":{\"a\":1},"
                + "\"traceparent\":\"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\"");
        assertThat(client.call("meta", "{}").text())
                .isEqualTo("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01 {\"a\":1}");
    }

    @Test
    void the_error_for_initialize_on_a_stateless_server_lists_its_versions() throws Exception {
        try (McpServer modern = TestServers.echoBuilder()
                        .revisions(Revision.V2026_07_28)
                        .build();
                RecordingClient old = new RecordingClient(modern)) {
            Json error = old.initialize("2025-06-18", "{}").get("error");
            assertThat(error.get("code").number().intValue()).isEqualTo(-32601);
            assertThat(error.get("data").get("supported").elements()).containsExactly(Json.of("2026-07-28"));
        }
    }

    @Test
    @Covers({"2026-07-28/versioning/extension-fallback", "ext/versioning/extension-off-by-default"})
    void extensions_are_declared_only_if_configured_and_those_of_a_client_are_ignored() throws Exception {
        assertThat(client.callStateless("server/discover", "")
                        .result()
                        .get("capabilities")
                        .get("extensions"))
                .isNull();
        client.withCapabilities("{\"extensions\":{\"com.example/magic\":{}}}");
        assertThat(client.call("echo", "{\"text\":\"plain\"}").text()).isEqualTo("plain");
        try (McpServer extended = TestServers.echoBuilder()
                        .extension("com.example/magic", Json.EMPTY_OBJECT)
                        .build();
                RecordingClient other = new RecordingClient(extended)) {
            Json capabilities =
                    other.callStateless("server/discover", "").result().get("capabilities");
            assertThat(capabilities.get("extensions").members()).containsOnlyKeys("com.example/magic");
        }
    }
}
