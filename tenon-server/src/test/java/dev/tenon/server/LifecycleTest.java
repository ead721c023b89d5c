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

/** How a client and the server come to terms, in both eras. */
@BlockedThreadCheck
class LifecycleTest {
    private McpServer server;
    private Wiretap tap;

    @BeforeEach
    void open() {
        server = TestServers.echoing()
                .title("Test server")
                .description("For tests")
                .websiteUrl("https://example.com")
                .icon(Icon.of("https://example.com/icon.png"))
                .instructions("Echo away")
                .build();
        tap = new Wiretap(server);
    }

    @AfterEach
    void close() {
        tap.close();
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
    void a_handshake_agrees_on_the_revision_that_was_proposed(String revision) throws Exception {
        Json result = tap.initialize(revision, "{}");
        assertThat(result.get("protocolVersion").string()).isEqualTo(revision);
        assertThat(result.get("capabilities").get("tools").isObject()).isTrue();
        assertThat(result.get("serverInfo").get("name").string()).isEqualTo("test");
        assertThat(result.get("instructions").string()).isEqualTo("Echo away");
        assertThat(tap.callInSession("echo", "{\"text\":\"hi\"}").text()).isEqualTo("hi");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-07-28", "2099-01-01", "1.0", ""})
    @Covers({"legacy/lifecycle/server-version-counter", "legacy/lifecycle/initialize-never-modern"})
    void a_handshake_that_proposes_what_is_not_served_is_offered_the_newest_that_is(String proposed) throws Exception {
        assertThat(tap.initialize(proposed, "{}").get("protocolVersion").string())
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
        Json modern = tap.modern("server/discover", "").result().get("_meta").get("io.modelcontextprotocol/serverInfo");
        assertThat(modern.members()).containsOnlyKeys("name", "version", "title", "description", "websiteUrl", "icons");
    }

    private Json info(String revision) throws Exception {
        try (Wiretap other = new Wiretap(server)) {
            return other.initialize(revision, "{}").get("serverInfo");
        }
    }

    @Test
    @Covers("legacy/lifecycle/init-first")
    void nothing_but_ping_is_served_before_the_handshake_to_a_client_without_the_marks_of_the_newest_revision()
            throws Exception {
        assertThat(tap.legacy("tools/list", "").code()).isEqualTo(-32602);
        assertThat(tap.legacy("tools/list", "").message()).contains("initialize");
        assertThat(tap.legacy("ping", "").result().members()).isEmpty();
    }

    @Test
    void a_second_handshake_on_a_connection_is_refused() throws Exception {
        tap.initialize("2025-06-18", "{}");
        Json again = tap.initialize("2025-06-18", "{}");
        assertThat(again.get("error").get("code").number().intValue()).isEqualTo(-32600);
    }

    @Test
    void a_handshake_without_its_params_says_what_is_missing() throws Exception {
        Wiretap.Heard answer = tap.legacy("initialize", "{\"capabilities\":{}}");
        assertThat(answer.code()).isEqualTo(-32602);
        assertThat(answer.message()).contains("params.protocolVersion");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"})
    @Covers("legacy/lifecycle/ping-respond")
    void ping_is_answered_with_an_empty_result_in_a_session(String revision) throws Exception {
        tap.initialize(revision, "{}");
        assertThat(tap.legacy("ping", "").result().members()).isEmpty();
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
        assertThat(tap.modern(method, "").code()).isEqualTo(-32601);
    }

    @ParameterizedTest
    @ValueSource(strings = {"server/discover", "subscriptions/listen"})
    @Covers("2025-06-18/lifecycle/operation-respect")
    void methods_of_the_newest_revision_do_not_exist_in_a_session(String method) throws Exception {
        tap.initialize("2025-11-25", "{}");
        assertThat(tap.legacy(method, "{}").code()).isEqualTo(-32601);
    }

    @Test
    @Covers({
        "2026-07-28/versioning/discover-implemented",
        "2026-07-28/versioning/discover-result-fields",
        "2026-07-28/versioning/advertise-implemented-features",
        "2026-07-28/jsonrpc/base-protocol-mandatory"
    })
    void discover_tells_versions_capabilities_and_how_long_that_holds() throws Exception {
        Json result = tap.modern("server/discover", "").result();
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
    void an_unsupported_version_is_told_which_ones_are_supported() throws Exception {
        Json answer = tap.ask(tap.modernText(1, "server/discover", "").replace("2026-07-28", "2030-01-01"));
        Json error = answer.get("error");
        assertThat(error.get("code").number().intValue()).isEqualTo(-32022);
        assertThat(error.get("data").get("requested").string()).isEqualTo("2030-01-01");
        assertThat(error.get("data").get("supported").elements()).contains(Json.of("2026-07-28"));
    }

    @Test
    @Covers("2026-07-28/versioning/dual-era-server-modern-select")
    void both_eras_live_on_one_connection() throws Exception {
        tap.initialize("2024-11-05", "{}");
        assertThat(tap.modern("tools/list", "").result().get("resultType").string())
                .isEqualTo("complete");
        assertThat(tap.legacy("tools/list", "").result().members()).containsOnlyKeys("tools");
    }

    @Test
    @Covers({"2026-07-28/lifecycle/no-prior-request-context", "2026-07-28/meta/no-undeclared-capability"})
    void nothing_is_remembered_of_an_earlier_request_of_the_newest_revision() throws Exception {
        server.addTool("who")
                .handler((in, call) -> call.clientInfo().map(c -> c.name()).orElse("nobody") + " "
                        + call.canRequestInput(ClientInputRequest.roots()));
        tap.declaring("{\"roots\":{}}")
                .withMeta(",\"io.modelcontextprotocol/clientInfo\":{\"name\":\"ann\",\"version\":\"1\"}");
        assertThat(tap.call("who", "{}").text()).isEqualTo("ann true");
        tap.declaring("{}").withMeta("");
        assertThat(tap.call("who", "{}").text()).isEqualTo("nobody false");
    }

    @Test
    @Covers("2026-07-28/meta/client-info-optional-for-server")
    void a_client_need_not_name_itself() throws Exception {
        assertThat(tap.modern("tools/list", "").result().get("tools").elements())
                .hasSize(1);
    }

    @Test
    @Covers("2026-07-28/meta/missing-required-32602")
    void a_request_without_the_required_meta_is_told_which_member_is_missing() throws Exception {
        Wiretap.Heard answer =
                tap.legacy("tools/list", "{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}}");
        assertThat(answer.code()).isEqualTo(-32602);
        assertThat(answer.message()).contains("io.modelcontextprotocol/clientCapabilities");
        assertThat(tap.legacy("tools/list", "{\"_meta\":{}}").code()).isEqualTo(-32602);
    }

    @Test
    @Covers({"core/meta/no-assumptions-reserved", "2026-07-28/meta/trace-context-reserved"})
    void what_else_stands_in_meta_reaches_the_handler_and_harms_nobody() throws Exception {
        server.addTool("meta")
                .handler((in, call) ->
                        call.meta().traceparent() + " " + call.meta().get("com.example/x"));
        tap.withMeta(",\"io.modelcontextprotocol/later\":[1],\"com.example/x\":{\"a\":1},"
                + "\"traceparent\":\"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\"");
        assertThat(tap.call("meta", "{}").text())
                .isEqualTo("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01 {\"a\":1}");
    }

    @Test
    void a_server_of_the_newest_revision_only_tells_a_handshake_which_versions_it_has() throws Exception {
        try (McpServer modern =
                        TestServers.echoing().revisions(Revision.V2026_07_28).build();
                Wiretap old = new Wiretap(modern)) {
            Json error = old.initialize("2025-06-18", "{}").get("error");
            assertThat(error.get("code").number().intValue()).isEqualTo(-32601);
            assertThat(error.get("data").get("supported").elements()).containsExactly(Json.of("2026-07-28"));
        }
    }

    @Test
    @Covers({"2026-07-28/versioning/extension-fallback", "ext/versioning/extension-off-by-default"})
    void extensions_are_declared_only_when_asked_for_and_those_of_a_client_change_nothing() throws Exception {
        assertThat(tap.modern("server/discover", "")
                        .result()
                        .get("capabilities")
                        .get("extensions"))
                .isNull();
        tap.declaring("{\"extensions\":{\"com.example/magic\":{}}}");
        assertThat(tap.call("echo", "{\"text\":\"plain\"}").text()).isEqualTo("plain");
        try (McpServer extended = TestServers.echoing()
                        .extension("com.example/magic", Json.EMPTY_OBJECT)
                        .build();
                Wiretap other = new Wiretap(extended)) {
            Json capabilities = other.modern("server/discover", "").result().get("capabilities");
            assertThat(capabilities.get("extensions").members()).containsOnlyKeys("com.example/magic");
        }
    }
}
