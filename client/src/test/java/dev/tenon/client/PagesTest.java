package dev.tenon.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.error.InvalidResponseException;
import dev.tenon.coverage.Covers;
import dev.tenon.json.Json;
import dev.tenon.model.Prompt;
import dev.tenon.model.Revision;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Paginated lists. */
class PagesTest {
    private static McpClient connect(ScriptedServer server, ClientLimits limits) throws Exception {
        return ScriptedServer.connect(
                McpClient.builder("test", "1").revisions(Revision.V2025_11_25).limits(limits),
                server,
                () -> server.initialize("2025-11-25", ScriptedServer.EVERYTHING));
    }

    private static String page(int prompts, String next) {
        StringBuilder page = new StringBuilder("{\"prompts\":[");
        for (int i = 0; i < prompts; i++) {
            page.append(i == 0 ? "" : ",").append("{\"name\":\"p\"}");
        }
        return page + "]" + (next == null ? "" : ",\"nextCursor\":" + next) + "}";
    }

    @Test
    @Covers({
        "core/pagination/opaque-cursor",
        "2026-07-28/pagination/empty-string-cursor",
        "core/pagination/no-fixed-page-size"
    })
    void cursors_are_sent_back_unchanged_until_there_is_no_next_one() throws Exception {
        try (ScriptedServer server = new ScriptedServer();
                McpClient client = connect(server, ClientLimits.DEFAULT);
                Background<List<Prompt>> all =
                        new Background<>(() -> client.prompts().toList())) {
            Json first = server.expect("prompts/list");
            assertThat(first.get("params") == null || first.get("params").get("cursor") == null)
                    .isTrue();
            String strange = "\"\\u0000 %7B\\\"\\ud83d\\ude00 \"";
            server.result(first, page(3, strange));
            Json second = server.expect("prompts/list");
            assertThat(second.get("params").get("cursor").string())
                    .isEqualTo(Json.parse(strange).string());
            server.result(second, page(0, "\"\""));
            Json third = server.expect("prompts/list");
            assertThat(third.get("params").get("cursor").string()).isEmpty();
            server.result(third, page(1, null));
            assertThat(all.result()).hasSize(4);
        }
    }

    @Test
    @Covers("legacy/pagination/cursor-not-across-sessions")
    void each_iteration_starts_at_the_first_page() throws Exception {
        try (ScriptedServer server = new ScriptedServer();
                McpClient client = connect(server, ClientLimits.DEFAULT)) {
            PagedItems<Prompt> prompts = client.prompts();
            for (int i = 0; i < 2; i++) {
                try (Background<Boolean> begin =
                        new Background<>(() -> prompts.iterator().hasNext())) {
                    Json request = server.expect("prompts/list");
                    assertThat(request.toString()).doesNotContain("cursor");
                    server.result(request, page(1, "\"next\""));
                    assertThat(begin.result()).isTrue();
                }
            }
        }
    }

    @Test
    void a_page_is_fetched_only_when_the_iterator_reaches_it() throws Exception {
        try (ScriptedServer server = new ScriptedServer();
                McpClient client = connect(server, ClientLimits.DEFAULT);
                Background<Boolean> found = new Background<>(() ->
                        client.prompts().findFirst(p -> p.name().equals("p")).isPresent())) {
            server.result(server.expect("prompts/list"), page(2, "\"more\""));
            assertThat(found.result()).isTrue();
            assertThat(server.isQuiet()).isTrue();
        }
    }

    @Test
    void a_repeated_cursor_fails() throws Exception {
        try (ScriptedServer server = new ScriptedServer();
                McpClient client = connect(server, ClientLimits.DEFAULT);
                Background<List<Prompt>> all =
                        new Background<>(() -> client.prompts().toList())) {
            server.result(server.expect("prompts/list"), page(1, "\"x\""));
            server.result(server.expect("prompts/list"), page(1, "\"x\""));
            assertThatThrownBy(all::result)
                    .isInstanceOf(InvalidResponseException.class)
                    .hasMessageContaining("came twice");
        }
    }

    @Test
    void the_number_of_pages_and_items_is_limited() throws Exception {
        ClientLimits lowLimits =
                ClientLimits.DEFAULT.toBuilder().pages(3).listItems(10).build();
        try (ScriptedServer server = new ScriptedServer();
                McpClient client = connect(server, lowLimits)) {
            try (Background<List<Prompt>> all =
                    new Background<>(() -> client.prompts().toList())) {
                for (int i = 0; i < 3; i++) {
                    server.result(server.expect("prompts/list"), page(1, "\"" + i + "\""));
                }
                assertThatThrownBy(all::result).hasMessageContaining("more than 3 pages (limit: pages)");
            }
            try (Background<List<Prompt>> all =
                    new Background<>(() -> client.prompts().toList())) {
                server.result(server.expect("prompts/list"), page(11, null));
                assertThatThrownBy(all::result).hasMessageContaining("more than 10 items (limit: listItems)");
            }
        }
    }
}
