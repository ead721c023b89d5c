package dev.tenon.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import dev.tenon.json.Json;
import dev.tenon.model.ReadResourceResult;
import dev.tenon.model.Revision;
import dev.tenon.model.TextResourceContents;
import dev.tenon.model.Tool;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Results that are cached while they are fresh (2026-07-28, caching). */
class ResultCacheTest {
    /** The cache is invalidated before the listener is notified of a change. */
    private final RecordingChangeListener listener = new RecordingChangeListener();

    private static ClientBuilder client() {
        return McpClient.builder("test", "1").revisions(Revision.newest());
    }

    private static McpClient connect(ScriptedServer server, ClientBuilder builder) throws Exception {
        return ScriptedServer.connect(builder, server, () -> server.respondToDiscover(ScriptedServer.ALL_CAPABILITIES));
    }

    private static String createContents(String uri, String text, long ttl) {
        return "{\"resultType\":\"complete\",\"contents\":[{\"uri\":\"" + uri + "\",\"text\":\"" + text
                + "\"}],\"ttlMs\":" + ttl + ",\"cacheScope\":\"private\"}";
    }

    private static String read(McpClient client, String uri) {
        ReadResourceResult result = client.readResource(uri);
        return ((TextResourceContents) result.contents().get(0)).text();
    }

    /** Reads a resource while the server responds with this text and time to live. */
    private static String read(McpClient client, ScriptedServer server, String uri, String text, long ttl)
            throws Exception {
        try (BackgroundTask<String> readTask = new BackgroundTask<>(() -> read(client, uri))) {
            Json request = server.expect("resources/read");
            assertThat(request.get("params").get("uri").string()).isEqualTo(uri);
            server.sendResult(request, createContents(uri, text, ttl));
            return readTask.result();
        }
    }

    @Test
    @Covers("2026-07-28/caching/key-match")
    void a_fresh_result_serves_only_the_same_request() throws Exception {
        try (ScriptedServer server = new ScriptedServer();
                McpClient client = connect(server, client())) {
            assertThat(read(client, server, "a://1", "one", 60_000)).isEqualTo("one");
            assertThat(read(client, "a://1")).isEqualTo("one");
            assertThat(read(client, server, "a://2", "two", 60_000)).isEqualTo("two");
            assertThat(read(client, "a://1")).isEqualTo("one");
            assertThat(server.hasNoMessage()).isTrue();
        }
    }

    @Test
    void stale_results_are_requested_again() throws Exception {
        try (ScriptedServer server = new ScriptedServer();
                McpClient client = connect(server, client())) {
            read(client, server, "a://1", "old", 150);
            Thread.sleep(200);
            assertThat(read(client, server, "a://1", "new", 0)).isEqualTo("new");
            assertThat(read(client, server, "a://1", "newer", 0)).isEqualTo("newer");
        }
    }

    @Test
    void a_change_notification_invalidates_the_cache() throws Exception {
        try (ScriptedServer server = new ScriptedServer();
                McpClient client = connect(server, client().listener(listener))) {
            read(client, server, "a://1", "old", 60_000);
            read(client, server, "a://2", "other", 60_000);
            server.send(
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/resources/updated\",\"params\":{\"uri\":\"a://1\"}}");
            assertThat(listener.notifications.poll(20, TimeUnit.SECONDS)).isEqualTo("a://1");
            assertThat(read(client, server, "a://1", "new", 60_000)).isEqualTo("new");
            assertThat(read(client, "a://2")).isEqualTo("other");
        }
    }

    @Test
    @Covers("2026-07-28/caching/scope-private")
    void two_clients_share_nothing() throws Exception {
        try (ScriptedServer firstServer = new ScriptedServer();
                ScriptedServer secondServer = new ScriptedServer();
                McpClient firstClient = connect(firstServer, client());
                McpClient secondClient = connect(secondServer, client())) {
            read(firstClient, firstServer, "a://1", "first", 60_000);
            assertThat(read(secondClient, secondServer, "a://1", "second", 60_000))
                    .isEqualTo("second");
            assertThat(read(firstClient, "a://1")).isEqualTo("first");
        }
    }

    @Test
    void pages_are_cached_separately_and_invalidated_together() throws Exception {
        try (ScriptedServer server = new ScriptedServer();
                McpClient client = connect(server, client().listener(listener))) {
            assertThat(listTools(client, server)).containsExactly("a", "b");
            assertThat(client.tools().toList()).extracting(Tool::name).containsExactly("a", "b");
            server.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
            assertThat(listener.notifications.poll(20, TimeUnit.SECONDS)).isEqualTo("tools");
            assertThat(listTools(client, server)).containsExactly("a", "b");
        }
    }

    private static List<String> listTools(McpClient client, ScriptedServer server) throws Exception {
        try (BackgroundTask<List<Tool>> listTask =
                new BackgroundTask<>(() -> client.tools().toList())) {
            server.sendResult(server.expect("tools/list"), createToolPage("a", ",\"nextCursor\":\"2\""));
            server.sendResult(server.expect("tools/list"), createToolPage("b", ""));
            return listTask.result().stream().map(Tool::name).toList();
        }
    }

    private static String createToolPage(String tool, String next) {
        return "{\"resultType\":\"complete\",\"tools\":[{\"name\":\"" + tool
                + "\",\"inputSchema\":{\"type\":\"object\"}}],\"ttlMs\":60000,\"cacheScope\":\"public\"" + next + "}";
    }

    @Test
    void the_number_of_cached_results_is_limited() throws Exception {
        ClientBuilder lowLimit = client().limits(
                        ClientLimits.DEFAULT.toBuilder().cachedResults(2).build());
        try (ScriptedServer server = new ScriptedServer();
                McpClient client = connect(server, lowLimit)) {
            for (int i = 0; i < 5; i++) {
                read(client, server, "a://" + i, "x", 60_000);
            }
            assertThat(client.status().cachedResults()).isEqualTo(2);
        }
    }
}
