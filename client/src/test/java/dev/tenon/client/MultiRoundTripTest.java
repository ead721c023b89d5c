package dev.tenon.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.error.InvalidResponseException;
import dev.tenon.client.error.NotSupportedException;
import dev.tenon.coverage.Covers;
import dev.tenon.coverage.thread.BlockedThreadCheck;
import dev.tenon.json.Json;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.ElicitResult;
import dev.tenon.model.ReadResourceResult;
import dev.tenon.model.Revision;
import dev.tenon.model.Root;
import dev.tenon.model.TextContent;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Calls for which the server first requests input (2026-07-28). */
@BlockedThreadCheck
class MultiRoundTripTest {
    private static final String EMPTY_TOOL_LIST =
            "{\"resultType\":\"complete\",\"tools\":[],\"ttlMs\":0,\"cacheScope\":\"private\"}";
    private static final String DONE_RESULT =
            "{\"resultType\":\"complete\",\"content\":[{\"type\":\"text\",\"text\":\"done\"}]}";
    private static final String INPUT_REQUESTS = """
            "inputRequests":{"who":{"method":"elicitation/create","params":{"mode":"form","message":"Who?",\
            "requestedSchema":{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}}},\
            "where":{"method":"roots/list","params":{}}}""";

    private static ClientBuilder client() {
        return McpClient.builder("test", "1")
                .revisions(Revision.newest())
                .onForm((form, requester) -> ElicitResult.accept(Json.of(Map.of("name", "Bo"))))
                .roots(Root.of("file:///work"));
    }

    private static McpClient connect(ScriptedServer server, ClientBuilder builder) throws Exception {
        return ScriptedServer.connect(builder, server, () -> server.respondToDiscover(ScriptedServer.ALL_CAPABILITIES));
    }

    private static BackgroundTask<CallToolResult> startCall(McpClient client) {
        return new BackgroundTask<>(() -> client.callTool("trip", Map.of("to", "Oslo")));
    }

    @Test
    @Covers({
        "2026-07-28/mrtr/client-constructs-inputs",
        "2026-07-28/mrtr/client-echo-state",
        "2026-07-28/mrtr/client-state-opaque",
        "2026-07-28/mrtr/new-id",
        "2026-07-28/mrtr/original-params",
        "2026-07-28/meta/required-fields-all-requests"
    })
    void the_retry_is_the_first_request_with_the_responses_the_state_and_a_new_id() throws Exception {
        String state = "{\\\"not\\\":\\\"to be read\\\"} \\u0000\\ud83d\\ude00";
        try (ScriptedServer server = new ScriptedServer();
                McpClient client = connect(server, client());
                BackgroundTask<CallToolResult> call = startCall(client)) {
            server.sendResult(server.expect("tools/list"), EMPTY_TOOL_LIST);
            Json first = server.expect("tools/call");
            server.sendResult(
                    first,
                    "{\"resultType\":\"input_required\"," + INPUT_REQUESTS + ",\"requestState\":\"" + state + "\"}");
            Json retry = server.expect("tools/call");
            assertThat(retry.get("id")).isNotEqualTo(first.get("id"));
            Json params = retry.get("params");
            assertThat(params.get("name")).isEqualTo(first.get("params").get("name"));
            assertThat(params.get("arguments")).isEqualTo(first.get("params").get("arguments"));
            assertThat(params.get("requestState").string())
                    .isEqualTo(Json.parse("\"" + state + "\"").string());
            assertThat(params.get("inputResponses").members()).containsOnlyKeys("who", "where");
            assertThat(params.get("inputResponses").get("who"))
                    .isEqualTo(Json.parse("{\"action\":\"accept\",\"content\":{\"name\":\"Bo\"}}"));
            assertThat(params.get("inputResponses").get("where").toString()).contains("file:///work");
            assertThat(params.get("_meta").members())
                    .containsKeys(
                            "io.modelcontextprotocol/protocolVersion", "io.modelcontextprotocol/clientCapabilities");
            server.sendResult(retry, DONE_RESULT);
            assertThat(((TextContent) call.result().content().get(0)).text()).isEqualTo("done");
        }
    }

    @Test
    @Covers({"2026-07-28/mrtr/client-no-state-invented", "2026-07-28/mrtr/scoped-to-retry"})
    void without_a_state_the_retry_has_none_and_other_calls_are_independent() throws Exception {
        try (ScriptedServer server = new ScriptedServer();
                McpClient client = connect(server, client());
                BackgroundTask<CallToolResult> call = startCall(client)) {
            server.sendResult(server.expect("tools/list"), EMPTY_TOOL_LIST);
            server.sendResult(
                    server.expect("tools/call"), "{\"resultType\":\"input_required\"," + INPUT_REQUESTS + "}");
            Json retry = server.expect("tools/call");
            assertThat(retry.get("params").members())
                    .doesNotContainKey("requestState")
                    .containsKey("inputResponses");
            try (BackgroundTask<CallToolResult> other = startCall(client)) {
                Json parallel = server.expect("tools/call");
                assertThat(parallel.get("params").members())
                        .doesNotContainKey("requestState")
                        .doesNotContainKey("inputResponses");
                server.sendResult(parallel, DONE_RESULT);
                other.result();
            }
            server.sendResult(retry, DONE_RESULT);
            call.result();
        }
    }

    @Test
    void a_state_alone_is_sent_back_without_responses() throws Exception {
        try (ScriptedServer server = new ScriptedServer();
                McpClient client = connect(server, client());
                BackgroundTask<CallToolResult> call = startCall(client)) {
            server.sendResult(server.expect("tools/list"), EMPTY_TOOL_LIST);
            server.sendResult(
                    server.expect("tools/call"), "{\"resultType\":\"input_required\",\"requestState\":\"s\"}");
            Json retry = server.expect("tools/call");
            assertThat(retry.get("params").get("requestState").string()).isEqualTo("s");
            server.sendResult(retry, DONE_RESULT);
            call.result();
        }
    }

    @Test
    void the_number_of_rounds_is_limited() throws Exception {
        ClientBuilder lowLimits =
                client().limits(ClientLimits.DEFAULT.toBuilder().rounds(3).build());
        try (ScriptedServer server = new ScriptedServer();
                McpClient client = connect(server, lowLimits);
                BackgroundTask<CallToolResult> call = startCall(client)) {
            server.sendResult(server.expect("tools/list"), EMPTY_TOOL_LIST);
            for (int round = 0; round <= 3; round++) {
                server.sendResult(
                        server.expect("tools/call"), "{\"resultType\":\"input_required\"," + INPUT_REQUESTS + "}");
            }
            assertThatThrownBy(call::result)
                    .isInstanceOf(InvalidResponseException.class)
                    .hasMessageContaining("requested input 3 times without returning a result (limit: rounds)");
            assertThat(server.hasNoMessage()).isTrue();
        }
    }

    @Test
    void a_state_that_is_too_large_is_rejected() throws Exception {
        ClientBuilder lowStateLimit =
                client().limits(ClientLimits.DEFAULT.toBuilder().stateBytes(100).build());
        try (ScriptedServer server = new ScriptedServer();
                McpClient client = connect(server, lowStateLimit);
                BackgroundTask<CallToolResult> call = startCall(client)) {
            server.sendResult(server.expect("tools/list"), EMPTY_TOOL_LIST);
            server.sendResult(
                    server.expect("tools/call"),
                    "{\"resultType\":\"input_required\",\"requestState\":\"" + "x".repeat(101) + "\"}");
            assertThatThrownBy(call::result)
                    .isInstanceOf(InvalidResponseException.class)
                    .hasMessageContaining("larger than 100 bytes (limit: stateBytes)");
        }
    }

    @Test
    void an_input_request_for_an_undeclared_capability_fails_the_call() throws Exception {
        ClientBuilder noHandlers = McpClient.builder("test", "1").revisions(Revision.newest());
        try (ScriptedServer server = new ScriptedServer();
                McpClient client = connect(server, noHandlers);
                BackgroundTask<CallToolResult> call = startCall(client)) {
            server.sendResult(server.expect("tools/list"), EMPTY_TOOL_LIST);
            server.sendResult(
                    server.expect("tools/call"), "{\"resultType\":\"input_required\"," + INPUT_REQUESTS + "}");
            assertThatThrownBy(call::result).isInstanceOf(NotSupportedException.class);
            assertThat(server.hasNoMessage()).isTrue();
        }
    }

    @Test
    @Covers("2026-07-28/caching/no-cache-mrtr")
    void a_result_that_needed_input_is_not_cached() throws Exception {
        String contents = "\"contents\":[{\"uri\":\"a://b\",\"text\":\"t\"}],\"ttlMs\":60000,\"cacheScope\":\"public\"";
        try (ScriptedServer server = new ScriptedServer();
                McpClient client = connect(server, client())) {
            for (int i = 0; i < 2; i++) {
                try (BackgroundTask<ReadResourceResult> readTask =
                        new BackgroundTask<>(() -> client.readResource("a://b"))) {
                    server.sendResult(
                            server.expect("resources/read"),
                            "{\"resultType\":\"input_required\",\"requestState\":\"s\"}");
                    server.sendResult(
                            server.expect("resources/read"), "{\"resultType\":\"complete\"," + contents + "}");
                    readTask.result();
                }
            }
            assertThat(client.status().cachedResults()).isZero();
        }
    }
}
