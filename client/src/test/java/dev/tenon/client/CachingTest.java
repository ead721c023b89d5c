package dev.tenon.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import dev.tenon.json.Json;
import dev.tenon.model.ReadResourceResult;
import dev.tenon.model.Revision;
import dev.tenon.model.TextResourceContents;
import dev.tenon.model.Tool;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Results that are cached while they are fresh (2026-07-28, caching). */
class CachingTest {
    /** The cache is invalidated before the listener is notified of a change. */
    private final BlockingQueue<String> notified = new LinkedBlockingQueue<>();

    private final ClientListener listener = new ClientListener() {
        @Override
        public void onToolsChanged() {
            notified.add("tools");
        }

        @Override
        public void onResourceUpdated(String uri) {
            notified.add(uri);
        }
    };

    private static ClientBuilder client() {
        return McpClient.builder("test", "1").revisions(Revision.newest());
    }

    private static McpClient connect(ScriptedServer server, ClientBuilder builder) throws Exception {
        return ScriptedServer.connect(builder, server, () -> server.discover(ScriptedServer.EVERYTHING));
    }

    private static String contents(String uri, String text, long ttl) {
        return "{\"resultType\":\"complete\",\"contents\":[{\"uri\":\"" + uri + "\",\"text\":\"" + text
                + "\"}],\"ttlMs\":" + ttl + ",\"cacheScope\":\"private\"}";
    }

    private static String read(McpClient client, String uri) {
        ReadResourceResult result = client.readResource(uri);
        return ((TextResourceContents) result.contents().get(0)).text();
    }

    /** Reads a resource while the server responds with this. */
    private static String read(McpClient client, ScriptedServer server, String uri, String text, long ttl)
            throws Exception {
        try (Background<String> reading = new Background<>(() -> read(client, uri))) {
            Json request = server.expect("resources/read");
            assertThat(request.get("params").get("uri").string()).isEqualTo(uri);
            server.result(request, contents(uri, text, ttl));
            return reading.result();
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
            assertThat(server.isQuiet()).isTrue();
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
            assertThat(notified.poll(20, TimeUnit.SECONDS)).isEqualTo("a://1");
            assertThat(read(client, server, "a://1", "new", 60_000)).isEqualTo("new");
            assertThat(read(client, "a://2")).isEqualTo("other");
        }
    }

    @Test
    @Covers("2026-07-28/caching/scope-private")
    void two_clients_share_nothing() throws Exception {
        try (ScriptedServer one = new ScriptedServer();
                ScriptedServer two = new ScriptedServer();
                McpClient mine = connect(one, client());
                McpClient yours = connect(two, client())) {
            read(mine, one, "a://1", "mine", 60_000);
            assertThat(read(yours, two, "a://1", "yours", 60_000)).isEqualTo("yours");
            assertThat(read(mine, "a://1")).isEqualTo("mine");
        }
    }

    @Test
    void pages_are_cached_separately_and_invalidated_together() throws Exception {
        try (ScriptedServer server = new ScriptedServer();
                McpClient client = connect(server, client().listener(listener))) {
            assertThat(tools(client, server)).containsExactly("a", "b");
            assertThat(client.tools().toList()).extracting(Tool::name).containsExactly("a", "b");
            server.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
            assertThat(notified.poll(20, TimeUnit.SECONDS)).isEqualTo("tools");
            assertThat(tools(client, server)).containsExactly("a", "b");
        }
    }

    private static List<String> tools(McpClient client, ScriptedServer server) throws Exception {
        try (Background<List<Tool>> listing =
                new Background<>(() -> client.tools().toList())) {
            server.result(server.expect("tools/list"), page("a", ",\"nextCursor\":\"2\""));
            server.result(server.expect("tools/list"), page("b", ""));
            return listing.result().stream().map(Tool::name).toList();
        }
    }

    private static String page(String tool, String next) {
        return "{\"resultType\":\"complete\",\"tools\":[{\"name\":\"" + tool
                + "\",\"inputSchema\":{\"type\":\"object\"}}],\"ttlMs\":60000,\"cacheScope\":\"public\"" + next + "}";
    }

    @Test
    void the_number_of_cached_results_is_limited() throws Exception {
        ClientBuilder small = client().limits(
                        ClientLimits.DEFAULT.toBuilder().cachedResults(2).build());
        try (ScriptedServer server = new ScriptedServer();
                McpClient client = connect(server, small)) {
            for (int i = 0; i < 5; i++) {
                read(client, server, "a://" + i, "x", 60_000);
            }
            assertThat(client.status().cachedResults()).isEqualTo(2);
        }
    }
}
