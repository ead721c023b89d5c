package dev.tenon.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.error.ApprovalDeniedException;
import dev.tenon.client.error.CallCancelledException;
import dev.tenon.client.error.InvalidResponseException;
import dev.tenon.client.error.McpClientException;
import dev.tenon.client.error.NotSupportedException;
import dev.tenon.client.handler.ApprovalPolicy;
import dev.tenon.coverage.Covers;
import dev.tenon.json.Json;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.Revision;
import dev.tenon.model.Tool;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The rules that a client follows over a channel under 2026-07-28. */
class StatelessRulesTest {
    private static final String EMPTY_TOOL_LIST =
            "{\"resultType\":\"complete\",\"tools\":[],\"ttlMs\":0,\"cacheScope\":\"private\"}";

    private static ClientBuilder client() {
        return McpClient.builder("test", "1").revisions(Revision.newest());
    }

    private static McpClient connect(ScriptedServer server, ClientBuilder builder) throws Exception {
        return ScriptedServer.connect(builder, server, () -> server.respondToDiscover(ScriptedServer.ALL_CAPABILITIES));
    }

    @Test
    @Covers({"2026-07-28/jsonrpc/client-no-responses", "2026-07-28/stdio/client-no-responses"})
    void requests_of_the_server_are_dropped_without_a_response() throws Exception {
        try (ScriptedServer server = new ScriptedServer();
                McpClient client = connect(server, client())) {
            server.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
            server.send("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"roots/list\"}");
            server.send("{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":7}");
            assertThat(server.hasNoMessage()).isTrue();
            assertThat(client.status().droppedMessages()).isEqualTo(3);
        }
    }

    @Test
    @Covers({"2026-07-28/subscriptions/client-cancel", "2026-07-28/stdio/cancel-notification"})
    void a_subscription_is_ended_by_cancelling_its_request() throws Exception {
        try (ScriptedServer server = new ScriptedServer();
                McpClient client = connect(server, client());
                BackgroundTask<Subscription> subscribeTask = new BackgroundTask<>(() -> client.subscribe("a://b"))) {
            Json listen = server.expect("subscriptions/listen");
            assertThat(listen.get("params").get("notifications"))
                    .isEqualTo(Json.parse("{\"resourceSubscriptions\":[\"a://b\"]}"));
            acknowledge(server, listen);
            subscribeTask.result().close();
            Json cancelled = server.expect("notifications/cancelled");
            assertThat(cancelled.get("params").get("requestId")).isEqualTo(listen.get("id"));
            assertThat(server.hasNoMessage()).isTrue();
        }
    }

    @Test
    void a_subscription_that_is_rejected_later_fails_with_the_reason() throws Exception {
        try (ScriptedServer server = new ScriptedServer();
                McpClient client = connect(server, client());
                BackgroundTask<Subscription> subscribeTask = new BackgroundTask<>(() -> client.subscribe("a://b"))) {
            Json listen = server.expect("subscriptions/listen");
            acknowledge(server, listen);
            Subscription subscription = subscribeTask.result();
            assertThat(subscription.isClosed()).isFalse();
            assertThat(subscription.failure()).isNull();
            server.sendResult(listen, "{\"resultType\":\"complete\"}");
            Json again = server.expect("subscriptions/listen");
            assertThat(subscription.isActive()).isFalse();
            assertThat(subscription.isClosed()).isFalse();
            server.sendError(again, -32602, "no longer here", "null");
            Conditions.await(subscription::isClosed);
            assertThat(subscription.failure()).hasMessageContaining("no longer here");
        }
    }

    private static void acknowledge(ScriptedServer server, Json listen) {
        server.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/subscriptions/acknowledged\",\"params\":{"
                + "\"notifications\":" + listen.get("params").get("notifications")
                + ",\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":" + listen.get("id") + "}}}");
    }

    @Test
    void a_subscription_that_the_server_ends_is_reopened() throws Exception {
        try (ScriptedServer server = new ScriptedServer();
                McpClient client = connect(server, client());
                BackgroundTask<Subscription> subscribeTask = new BackgroundTask<>(() -> client.subscribe("a://b"))) {
            Json first = server.expect("subscriptions/listen");
            acknowledge(server, first);
            Subscription subscription = subscribeTask.result();
            server.sendResult(
                    first,
                    "{\"resultType\":\"complete\",\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":"
                            + first.get("id") + "}}");
            Json second = server.expect("subscriptions/listen");
            assertThat(second.get("id")).isNotEqualTo(first.get("id"));
            acknowledge(server, second);
            Conditions.await(subscription::isActive);
        }
    }

    @Test
    @Covers("core/tools/annotations-untrusted")
    void the_approval_policy_receives_the_annotations_of_a_tool() throws Exception {
        AtomicReference<Tool> requestedTool = new AtomicReference<>();
        ApprovalPolicy denyAll = new ApprovalPolicy() {
            @Override
            public boolean approveToolCall(Tool tool, Json arguments) {
                requestedTool.set(tool);
                return false;
            }
        };
        try (ScriptedServer server = new ScriptedServer();
                McpClient client = connect(server, client().approvalPolicy(denyAll));
                BackgroundTask<CallToolResult> call = new BackgroundTask<>(() -> client.callTool("rm", Map.of()))) {
            server.sendResult(
                    server.expect("tools/list"),
                    "{\"resultType\":\"complete\",\"tools\":[{\"name\":\"rm\",\"inputSchema\":{\"type\":\"object\"},"
                            + "\"annotations\":{\"readOnlyHint\":true}}],\"ttlMs\":0,\"cacheScope\":\"private\"}");
            assertThatThrownBy(call::result).isInstanceOf(ApprovalDeniedException.class);
            assertThat(requestedTool.get().annotations().isReadOnly()).isTrue();
            assertThat(server.hasNoMessage()).isTrue();
        }
    }

    @Test
    void a_result_that_does_not_match_the_output_schema_is_invalid() throws Exception {
        String tool = """
                {"resultType":"complete","tools":[{"name":"sum","inputSchema":{"type":"object"},"outputSchema":{\
                "type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}}],"ttlMs":0,"cacheScope":"private"}""";
        try (ScriptedServer server = new ScriptedServer();
                McpClient client = connect(server, client())) {
            try (BackgroundTask<CallToolResult> call = new BackgroundTask<>(() -> client.callTool("sum", Map.of()))) {
                server.sendResult(server.expect("tools/list"), tool);
                server.sendResult(
                        server.expect("tools/call"),
                        "{\"resultType\":\"complete\",\"content\":[],\"structuredContent\":{\"n\":\"x\"}}");
                assertThatThrownBy(call::result)
                        .isInstanceOf(InvalidResponseException.class)
                        .hasMessageContaining("schema");
            }
            try (BackgroundTask<CallToolResult> call = new BackgroundTask<>(() -> client.callTool("sum", Map.of()))) {
                server.sendResult(server.expect("tools/call"), "{\"resultType\":\"complete\",\"content\":[]}");
                assertThatThrownBy(call::result).isInstanceOf(InvalidResponseException.class);
            }
            try (BackgroundTask<CallToolResult> call = new BackgroundTask<>(() -> client.callTool("sum", Map.of()))) {
                server.sendResult(
                        server.expect("tools/call"), "{\"resultType\":\"complete\",\"content\":[],\"isError\":true}");
                assertThat(call.result().isError()).isTrue();
            }
        }
    }

    @Test
    void undeclared_capabilities_of_a_server_are_not_used() throws Exception {
        try (ScriptedServer server = new ScriptedServer();
                McpClient client = ScriptedServer.connect(client(), server, () -> server.respondToDiscover("{}"))) {
            assertThatThrownBy(() -> client.tools().toList()).isInstanceOf(NotSupportedException.class);
            assertThatThrownBy(() -> client.callTool("x", Map.of())).isInstanceOf(NotSupportedException.class);
            assertThatThrownBy(() -> client.readResource("a://b")).isInstanceOf(NotSupportedException.class);
            assertThatThrownBy(() -> client.getPrompt("x", Map.of())).isInstanceOf(NotSupportedException.class);
            assertThat(server.hasNoMessage()).isTrue();
        }
    }

    @Test
    void an_interrupted_call_ends_and_the_server_is_notified() throws Exception {
        try (ScriptedServer server = new ScriptedServer();
                McpClient client = connect(server, client())) {
            AtomicReference<Throwable> thrown = new AtomicReference<>();
            Thread caller = new Thread(() -> {
                try {
                    client.callTool("slow", Map.of());
                } catch (McpClientException e) {
                    thrown.set(e);
                }
            });
            caller.start();
            server.sendResult(server.expect("tools/list"), EMPTY_TOOL_LIST);
            Json call = server.expect("tools/call");
            caller.interrupt();
            caller.join(5000);
            assertThat(thrown.get()).isInstanceOf(CallCancelledException.class);
            assertThat(server.expect("notifications/cancelled").get("params").get("requestId"))
                    .isEqualTo(call.get("id"));
        }
    }
}
