package dev.tenon.guard.pin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.McpClient;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.guard.Guard;
import dev.tenon.guard.policy.EnforcementMode;
import dev.tenon.guard.policy.FindingListener;
import dev.tenon.guard.policy.PolicyChain;
import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.json.Json;
import dev.tenon.model.Icon;
import dev.tenon.model.Revision;
import dev.tenon.model.Tool;
import dev.tenon.model.ToolAnnotations;
import dev.tenon.server.McpServer;
import dev.tenon.server.feature.ToolSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Issue 20, item 23: a pin is of the tool as its server defines it, and the same for clients of every revision in any
 * order.
 */
class PinnedRevisionsTest {
    private static final String PLAIN_SCHEMA =
            "{\"type\":\"object\",\"properties\":{\"region\":{\"type\":\"string\"}}}";
    private static final String HEADER_SCHEMA =
            "{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\"type\":\"object\",\"properties\":"
                    + "{\"region\":{\"type\":\"string\",\"x-mcp-header\":\"Region\"}}}";

    @TempDir
    Path directory;

    private final McpServer upstream = McpServer.builder("behind", "1").build();
    private TenonHttpServer upstreamHttp;

    @BeforeEach
    void serve() {
        upstream.add(tool("plain", PLAIN_SCHEMA, null));
        upstream.add(tool("routed", HEADER_SCHEMA, null));
        upstream.add(tool("listing", PLAIN_SCHEMA, "{\"type\":\"array\"}"));
        upstreamHttp = TenonHttpServer.builder(upstream).port(0).start();
    }

    @AfterEach
    void end() {
        upstreamHttp.close(Duration.ZERO);
        upstream.close(Duration.ZERO);
    }

    private static ToolSpec tool(String name, String input, String output) {
        var tool = ToolSpec.builder(name)
                .title("Title")
                .description("Does it.")
                .inputSchema(Json.parse(input))
                .annotations(ToolAnnotations.NONE.withReadOnlyHint(true))
                .icon(Icon.of("https://example.com/icon.png"));
        return (output == null ? tool : tool.outputSchema(Json.parse(output))).handler((in, call) -> name);
    }

    static Stream<List<Revision>> orders() {
        List<List<Revision>> orders = new ArrayList<>();
        for (Revision first : Revision.values()) {
            for (Revision second : Revision.values()) {
                orders.add(List.of(first, second));
            }
        }
        return orders.stream();
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @MethodSource("orders")
    void clients_of_every_revision_see_all_tools_in_any_order(List<Revision> order) throws IOException {
        try (Guard guard = guard(NewToolMode.TRUST_FIRST);
                TenonHttpServer downstream =
                        TenonHttpServer.builder(guard.server()).port(0).start()) {
            for (Revision revision : order) {
                assertThat(names(downstream, revision))
                        .as("shown to %s", revision)
                        .contains("plain", "routed");
            }
            for (Revision revision : order) {
                assertThat(callTool(downstream, revision, "routed")).contains("routed");
            }
        }
        assertThat(readLockFile()).contains("x-mcp-header").contains("icons").contains("listing");
    }

    @ParameterizedTest
    @EnumSource
    void a_change_is_detected_for_clients_of_every_revision(Revision revision) throws IOException {
        try (Guard guard = guard(NewToolMode.TRUST_FIRST);
                TenonHttpServer downstream =
                        TenonHttpServer.builder(guard.server()).port(0).start()) {
            names(downstream, Revision.newest());
            upstream.removeTool("routed");
            upstream.add(tool("routed", HEADER_SCHEMA.replace("region", "command"), null));

            assertThat(names(downstream, revision)).contains("plain").doesNotContain("routed");
            assertThatThrownBy(() -> callTool(downstream, revision, "routed")).isInstanceOf(ServerErrorException.class);
        }
    }

    @Test
    void an_added_header_argument_is_a_change() throws IOException {
        try (Guard guard = guard(NewToolMode.TRUST_FIRST);
                TenonHttpServer downstream =
                        TenonHttpServer.builder(guard.server()).port(0).start()) {
            names(downstream, Revision.V2025_11_25);
            upstream.removeTool("plain");
            upstream.add(tool("plain", HEADER_SCHEMA, null));

            assertThat(names(downstream, Revision.newest())).contains("routed").doesNotContain("plain");
        }
    }

    @ParameterizedTest
    @MethodSource("orders")
    void automatically_approved_tools_are_visible_to_all(List<Revision> order) throws IOException {
        try (Guard guard = guard(NewToolMode.ALLOW);
                TenonHttpServer downstream =
                        TenonHttpServer.builder(guard.server()).port(0).start()) {
            for (Revision revision : order) {
                assertThat(names(downstream, revision))
                        .as("shown to %s", revision)
                        .contains("plain", "routed");
            }
        }
    }

    /** An older lock file: the guard stored what the first client saw. */
    @Test
    void a_lock_written_for_an_older_client_explains_what_to_do() throws IOException {
        List<String> text = new ArrayList<>();
        PinStore pins = new PinStore(new PinLockFile(directory.resolve("tenon.lock")), NewToolMode.TRUST_FIRST);
        pins.approve(
                "behind",
                Map.of(
                        "plain",
                        Json.parse("{\"name\":\"plain\",\"inputSchema\":" + PLAIN_SCHEMA
                                + ",\"description\":\"Does it.\"}")));
        PolicyChain policies = new PolicyChain(
                List.of(new PolicyChain.PolicyEntry(new PinPolicy(pins), EnforcementMode.ENFORCE)),
                (message, report) -> text.add(report.finding().detail()));
        try (Guard guard = Guard.builder(ServerTarget.http(upstreamHttp.uri()))
                        .policies(policies)
                        .upstreamName("behind")
                        .build();
                TenonHttpServer downstream =
                        TenonHttpServer.builder(guard.server()).port(0).start()) {
            assertThat(names(downstream, Revision.V2024_11_05)).containsExactly("plain");
            text.clear();
            assertThat(names(downstream, Revision.newest())).isEmpty();
            assertThat(text).anySatisfy(detail -> assertThat(detail)
                    .contains("plain", "annotations, icons, title", "client of an older revision", "guard approve"));
        }
    }

    private Guard guard(NewToolMode newTools) throws IOException {
        Files.deleteIfExists(directory.resolve("tenon.lock"));
        PinStore pins = new PinStore(new PinLockFile(directory.resolve("tenon.lock")), newTools);
        PolicyChain policies = new PolicyChain(
                List.of(new PolicyChain.PolicyEntry(new PinPolicy(pins), EnforcementMode.ENFORCE)),
                FindingListener.NONE);
        return Guard.builder(ServerTarget.http(upstreamHttp.uri()))
                .policies(policies)
                .upstreamName("behind")
                .build();
    }

    private String readLockFile() throws IOException {
        return Files.readString(directory.resolve("tenon.lock"));
    }

    private static List<String> names(TenonHttpServer downstream, Revision revision) {
        try (McpClient client = client(downstream, revision)) {
            return client.tools().toList().stream().map(Tool::name).toList();
        }
    }

    private static String callTool(TenonHttpServer downstream, Revision revision, String tool) {
        try (McpClient client = client(downstream, revision)) {
            return client.callTool(tool, Map.of("region", "eu")).content().toString();
        }
    }

    private static McpClient client(TenonHttpServer downstream, Revision revision) {
        return McpClient.builder("front", "1").revisions(revision).connect(ServerTarget.http(downstream.uri()));
    }
}
