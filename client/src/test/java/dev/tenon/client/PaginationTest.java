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
class PaginationTest {
    private static McpClient connect(ScriptedServer server, ClientLimits limits) throws Exception {
        return ScriptedServer.connect(
                McpClient.builder("test", "1").revisions(Revision.V2025_11_25).limits(limits),
                server,
                () -> server.respondToInitialize("2025-11-25", ScriptedServer.ALL_CAPABILITIES));
    }

    private static String createPage(int prompts, String next) {
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
                BackgroundTask<List<Prompt>> listTask =
                        new BackgroundTask<>(() -> client.prompts().toList())) {
            Json first = server.expect("prompts/list");
            assertThat(first.get("params") == null || first.get("params").get("cursor") == null)
                    .isTrue();
            String unusualCursor = "\"\\u0000 %7B\\\"\\ud83d\\ude00 \"";
            server.sendResult(first, createPage(3, unusualCursor));
            Json second = server.expect("prompts/list");
            assertThat(second.get("params").get("cursor").string())
                    .isEqualTo(Json.parse(unusualCursor).string());
            server.sendResult(second, createPage(0, "\"\""));
            Json third = server.expect("prompts/list");
            assertThat(third.get("params").get("cursor").string()).isEmpty();
            server.sendResult(third, createPage(1, null));
            assertThat(listTask.result()).hasSize(4);
        }
    }

    @Test
    @Covers("legacy/pagination/cursor-not-across-sessions")
    void each_iteration_starts_at_the_first_page() throws Exception {
        try (ScriptedServer server = new ScriptedServer();
                McpClient client = connect(server, ClientLimits.DEFAULT)) {
            PagedItems<Prompt> prompts = client.prompts();
            for (int i = 0; i < 2; i++) {
                try (BackgroundTask<Boolean> hasNextTask =
                        new BackgroundTask<>(() -> prompts.iterator().hasNext())) {
                    Json request = server.expect("prompts/list");
                    assertThat(request.toString()).doesNotContain("cursor");
                    server.sendResult(request, createPage(1, "\"next\""));
                    assertThat(hasNextTask.result()).isTrue();
                }
            }
        }
    }

    @Test
    void a_page_is_fetched_only_when_the_iterator_reaches_it() throws Exception {
        try (ScriptedServer server = new ScriptedServer();
                McpClient client = connect(server, ClientLimits.DEFAULT);
                BackgroundTask<Boolean> findTask = new BackgroundTask<>(() ->
                        client.prompts().findFirst(p -> p.name().equals("p")).isPresent())) {
            server.sendResult(server.expect("prompts/list"), createPage(2, "\"more\""));
            assertThat(findTask.result()).isTrue();
            assertThat(server.hasNoMessage()).isTrue();
        }
    }

    @Test
    void a_repeated_cursor_fails() throws Exception {
        try (ScriptedServer server = new ScriptedServer();
                McpClient client = connect(server, ClientLimits.DEFAULT);
                BackgroundTask<List<Prompt>> listTask =
                        new BackgroundTask<>(() -> client.prompts().toList())) {
            server.sendResult(server.expect("prompts/list"), createPage(1, "\"x\""));
            server.sendResult(server.expect("prompts/list"), createPage(1, "\"x\""));
            assertThatThrownBy(listTask::result)
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
            try (BackgroundTask<List<Prompt>> listTask =
                    new BackgroundTask<>(() -> client.prompts().toList())) {
                for (int i = 0; i < 3; i++) {
                    server.sendResult(server.expect("prompts/list"), createPage(1, "\"" + i + "\""));
                }
                assertThatThrownBy(listTask::result).hasMessageContaining("more than 3 pages (limit: pages)");
            }
            try (BackgroundTask<List<Prompt>> listTask =
                    new BackgroundTask<>(() -> client.prompts().toList())) {
                server.sendResult(server.expect("prompts/list"), createPage(11, null));
                assertThatThrownBy(listTask::result).hasMessageContaining("more than 10 items (limit: listItems)");
            }
        }
    }
}
