package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import dev.tenon.json.Json;
import dev.tenon.model.Caching;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests list pages and their cursors. */
class PaginationTest {
    private McpServer server;
    private RecordingClient client;

    @BeforeEach
    void open() {
        ServerBuilder builder = McpServer.builder("lists", "1")
                .listCaching(Caching.ofPublic(Duration.ofSeconds(30)))
                .limits(Limits.DEFAULT.toBuilder().pageSize(10).build());
        for (int i = 0; i < 25; i++) {
            builder.tool("t" + i).handler((in, call) -> "");
            builder.resource("test://" + i).handler((request, call) -> "");
            builder.resourceTemplate("test://" + i + "/{x}").handler((request, call) -> "");
            builder.prompt("p" + i).handler((arguments, call) -> "");
        }
        server = builder.build();
        client = new RecordingClient(server);
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"tools/list", "resources/list", "resources/templates/list", "prompts/list"})
    @Covers({"2026-07-28/caching/same-scope-all-pages", "2026-07-28/caching/hints-required"})
    void every_item_is_listed_once_in_a_stable_order_and_all_pages_have_the_same_cache_scope(String method)
            throws Exception {
        List<Json> first = new ArrayList<>();
        assertThat(readAllPages(method, first)).isEqualTo(3);
        assertThat(first).hasSize(25).doesNotHaveDuplicates();
        List<Json> second = new ArrayList<>();
        readAllPages(method, second);
        assertThat(second).isEqualTo(first);
    }

    /** Collects all items and returns the number of pages. */
    private int readAllPages(String method, List<Json> items) throws Exception {
        String cursor = "";
        int pages = 0;
        while (cursor != null) {
            Json result = client.callStateless(method, cursor.isEmpty() ? "" : "\"cursor\":\"" + cursor + "\"")
                    .result();
            assertThat(result.get("cacheScope").string()).isEqualTo("public");
            assertThat(result.get("ttlMs").number().intValue()).isEqualTo(30_000);
            result.members().values().stream()
                    .filter(v -> !v.elements().isEmpty())
                    .forEach(v -> items.addAll(v.elements()));
            Json next = result.get("nextCursor");
            cursor = next == null ? null : next.string();
            pages++;
        }
        return pages;
    }

    @Test
    void a_cursor_keeps_its_position_while_items_are_added_and_removed() throws Exception {
        Json first = client.callStateless("tools/list", "").result();
        server.removeTool("t3");
        server.removeTool("t9");
        server.addTool("new").handler((in, call) -> "");
        Json second = client.callStateless("tools/list", "\"cursor\":" + first.get("nextCursor"))
                .result();
        assertThat(second.get("tools").elements().get(0).get("name").string()).isEqualTo("t10");
    }

    @Test
    void a_cursor_from_another_list_is_rejected() throws Exception {
        String cursor = client.callStateless("tools/list", "")
                .result()
                .get("nextCursor")
                .string();
        List<String> forged = new ArrayList<>(List.of("", "1", "null", "../../etc", "A".repeat(100_000), cursor + "A"));
        IntStream.range(0, cursor.length())
                .forEach(i -> forged.add(
                        cursor.substring(0, i) + (cursor.charAt(i) == 'x' ? 'y' : 'x') + cursor.substring(i + 1)));
        for (String each : forged) {
            assertThat(client.callStateless("tools/list", "\"cursor\":" + Json.of(each))
                            .code())
                    .isEqualTo(-32602);
        }
        assertThat(client.callStateless("prompts/list", "\"cursor\":\"" + cursor + "\"")
                        .code())
                .isEqualTo(-32602);
        assertThat(client.callStateless("tools/list", "\"cursor\":5").code()).isEqualTo(-32602);
    }

    @Test
    void discover_has_the_caching_of_lists() throws Exception {
        assertThat(client.callStateless("server/discover", "")
                        .result()
                        .get("ttlMs")
                        .number()
                        .intValue())
                .isEqualTo(30_000);
    }
}
