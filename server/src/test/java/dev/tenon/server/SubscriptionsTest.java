package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import dev.tenon.coverage.thread.BlockedThreadCheck;
import dev.tenon.json.Json;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which clients are notified of which changes. */
@BlockedThreadCheck
class SubscriptionsTest {
    private static final Duration QUIET = Duration.ofMillis(150);
    private static final String ID = "io.modelcontextprotocol/subscriptionId";

    private McpServer server;
    private RecordingClient client;

    @BeforeEach
    void open() {
        server = TestServers.echoBuilder()
                .resource("test://a")
                .handler((request, call) -> "a")
                .resource("test://b")
                .handler((request, call) -> "b")
                .prompt("p")
                .handler((arguments, call) -> "p")
                .build();
        client = new RecordingClient(server);
    }

    @AfterEach
    void close() {
        client.close();
        server.close(Duration.ZERO);
    }

    private Json listen(int id, String filter) throws InterruptedException {
        return client.sendAndReceive(client.modernRequest(id, "subscriptions/listen", "\"notifications\":" + filter));
    }

    private void changeEverything() {
        server.addTool("more").handler((in, call) -> "");
        server.addPrompt("more").handler((arguments, call) -> "");
        server.addResource("test://more").handler((request, call) -> "");
        server.notifyResourceUpdated("test://a");
        server.notifyResourceUpdated("test://b");
    }

    @Test
    @Covers({
        "2026-07-28/subscriptions/ack-first",
        "2026-07-28/subscriptions/id-value",
        "2026-07-28/subscriptions/opt-in-only",
        "2026-07-28/meta/subscription-id"
    })
    void a_subscription_is_acknowledged_first_and_sends_only_the_requested_notifications() throws Exception {
        Json ack = listen(7, "{\"toolsListChanged\":true}");
        assertThat(ack.get("method").string()).isEqualTo("notifications/subscriptions/acknowledged");
        assertThat(ack.get("params").get("notifications")).isEqualTo(Json.parse("{\"toolsListChanged\":true}"));
        assertThat(ack.get("params").get("_meta").get(ID)).isEqualTo(Json.of(7));
        changeEverything();
        Json notifications = client.next();
        assertThat(notifications.get("method").string()).isEqualTo("notifications/tools/list_changed");
        assertThat(notifications.get("params").get("_meta").get(ID)).isEqualTo(Json.of(7));
        assertThat(client.isQuietFor(QUIET)).isTrue();
    }

    @Test
    @Covers("2026-07-28/subscriptions/updated-only-listed")
    void updates_are_sent_for_the_resources_in_the_filter() throws Exception {
        listen(7, "{\"resourceSubscriptions\":[\"test://b\"]}");
        changeEverything();
        Json notifications = client.next();
        assertThat(notifications.get("method").string()).isEqualTo("notifications/resources/updated");
        assertThat(notifications.get("params").get("uri").string()).isEqualTo("test://b");
        assertThat(client.isQuietFor(QUIET)).isTrue();
    }

    @Test
    @Covers("2026-07-28/subscriptions/ack-subset")
    void notifications_that_the_server_cannot_send_are_not_acknowledged() throws Exception {
        try (McpServer tools = TestServers.echoBuilder().build();
                RecordingClient other = new RecordingClient(tools)) {
            Json ack = other.sendAndReceive(other.modernRequest(
                    1,
                    "subscriptions/listen",
                    "\"notifications\":{\"toolsListChanged\":true,\"promptsListChanged\":true,"
                            + "\"resourcesListChanged\":true,\"resourceSubscriptions\":[\"test://a\"]}"));
            assertThat(ack.get("params").get("notifications")).isEqualTo(Json.parse("{\"toolsListChanged\":true}"));
        }
    }

    @Test
    @Covers({"2026-07-28/http/listen-not-request-scoped", "2026-07-28/logging/request-scoped"})
    void progress_and_log_messages_are_never_sent_on_a_subscription() throws Exception {
        try (McpServer chatty = McpServer.builder("chatty", "1")
                        .enableLogging()
                        .tool("talk")
                        .handler((in, call) -> {
                            call.reportProgress(1, 2);
                            call.log(dev.tenon.model.LogLevel.ERROR, "x", "y");
                            return "";
                        })
                        .build();
                RecordingClient listener = new RecordingClient(chatty);
                RecordingClient caller = new RecordingClient(chatty)) {
            listener.sendAndReceive(
                    listener.modernRequest(1, "subscriptions/listen", "\"notifications\":{\"toolsListChanged\":true}"));
            caller.withMeta(",\"progressToken\":1,\"io.modelcontextprotocol/logLevel\":\"debug\"");
            assertThat(caller.call("talk", "{}").precedingMessages()).hasSize(2);
            assertThat(listener.isQuietFor(QUIET)).isTrue();
        }
    }

    @Test
    @Covers("2026-07-28/subscriptions/no-state-across-reconnect")
    void a_subscription_ends_with_its_connection() throws Exception {
        listen(7, "{\"toolsListChanged\":true}");
        client.close();
        awaitNoSubscriptions();
        client = new RecordingClient(server);
        changeEverything();
        assertThat(client.isQuietFor(QUIET)).isTrue();
    }

    private void awaitNoSubscriptions() throws InterruptedException {
        for (int i = 0; i < 500 && server.status().subscriptions() > 0; i++) {
            Thread.sleep(10);
        }
        assertThat(server.status().subscriptions()).isZero();
    }

    @Test
    @Covers("core/cancellation/only-own-inflight")
    void a_client_ends_a_subscription_by_cancelling_it() throws Exception {
        listen(7, "{\"toolsListChanged\":true}");
        client.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":7}}");
        awaitNoSubscriptions();
        changeEverything();
        assertThat(client.isQuietFor(QUIET)).isTrue();
    }

    @Test
    @Covers({
        "2026-07-28/subscriptions/close-result-meta",
        "2026-07-28/cancellation/server-cancel-listen",
        "2026-07-28/cancellation/server-no-other-cancel"
    })
    void the_server_ends_a_subscription_with_a_result_and_a_cancellation() throws Exception {
        listen(7, "{\"toolsListChanged\":true}");
        server.close(Duration.ZERO);
        Json result = client.next();
        assertThat(result.get("id")).isEqualTo(Json.of(7));
        assertThat(result.get("result").get("resultType").string()).isEqualTo("complete");
        assertThat(result.get("result").get("_meta").get(ID)).isEqualTo(Json.of(7));
        Json cancelled = client.next();
        assertThat(cancelled.get("method").string()).isEqualTo("notifications/cancelled");
        assertThat(cancelled.get("params").get("requestId")).isEqualTo(Json.of(7));
    }

    @Test
    void subscriptions_are_limited() throws Exception {
        try (McpServer small = TestServers.echoBuilder()
                        .limits(Limits.DEFAULT.toBuilder().subscriptions(1).build())
                        .build();
                RecordingClient other = new RecordingClient(small)) {
            String filter = "\"notifications\":{\"toolsListChanged\":true}";
            assertThat(other.sendAndReceive(other.modernRequest(1, "subscriptions/listen", filter))
                            .get("method"))
                    .isNotNull();
            Json rejected = other.sendAndReceive(other.modernRequest(2, "subscriptions/listen", filter));
            assertThat(rejected.get("error").get("code").number().intValue()).isEqualTo(429);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"notifications\":5}", "{\"notifications\":{\"toolsListChanged\":\"yes\"}}"})
    void invalid_filters_are_rejected(String members) throws Exception {
        String inner = members.substring(1, members.length() - 1);
        assertThat(client.callStateless("subscriptions/listen", inner).code()).isEqualTo(-32602);
        assertThat(server.status().subscriptions()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"})
    @Covers("legacy/subscriptions/subscribe")
    void a_session_subscribes_and_unsubscribes_and_gets_list_changes_without_a_subscription(String revision)
            throws Exception {
        client.initialize(revision, "{}");
        assertThat(client.callSessionMethod("resources/subscribe", "{\"uri\":\"test://a\"}")
                        .result()
                        .members())
                .isEmpty();
        changeEverything();
        List<String> notifications = List.of(next(), next(), next(), next());
        assertThat(notifications)
                .containsExactlyInAnyOrder(
                        "notifications/tools/list_changed",
                        "notifications/prompts/list_changed",
                        "notifications/resources/list_changed",
                        "notifications/resources/updated");
        assertThat(client.callSessionMethod("resources/unsubscribe", "{\"uri\":\"test://a\"}")
                        .result()
                        .members())
                .isEmpty();
        server.notifyResourceUpdated("test://a");
        assertThat(client.isQuietFor(QUIET)).isTrue();
    }

    private String next() throws InterruptedException {
        Json message = client.next();
        assertThat(message.toString()).doesNotContain("subscriptionId");
        return message.get("method").string();
    }

    @Test
    void a_session_cannot_subscribe_to_a_missing_resource() throws Exception {
        client.initialize("2025-06-18", "{}");
        RecordingClient.ReceivedResponse rejected =
                client.callSessionMethod("resources/subscribe", "{\"uri\":\"test://nope\"}");
        assertThat(rejected.code()).isEqualTo(-32602);
        assertThat(rejected.error().get("data").get("uri").string()).isEqualTo("test://nope");
    }

    @Test
    void removals_are_notified_as_well() throws Exception {
        listen(7, "{\"toolsListChanged\":true,\"promptsListChanged\":true,\"resourcesListChanged\":true}");
        assertThat(server.removeTool("echo")).isTrue();
        assertThat(client.next().get("method").string()).isEqualTo("notifications/tools/list_changed");
        assertThat(server.removePrompt("p")).isTrue();
        assertThat(client.next().get("method").string()).isEqualTo("notifications/prompts/list_changed");
        assertThat(server.removeResource("test://a")).isTrue();
        assertThat(client.next().get("method").string()).isEqualTo("notifications/resources/list_changed");
        assertThat(server.removeTool("echo")).isFalse();
        assertThat(client.isQuietFor(QUIET)).isTrue();
    }
}
