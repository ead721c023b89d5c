package dev.tenon.guard.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.client.McpClient;
import dev.tenon.coverage.Covers;
import dev.tenon.guard.RawConnection;
import dev.tenon.json.Json;
import dev.tenon.model.Revision;
import dev.tenon.model.Tool;
import dev.tenon.server.McpServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists of several servers, as raw messages. */
class ListAggregatorTest {
    private static final String INITIALIZE = "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":"
            + "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"l\",\"version\":\"1\"}}}";

    private static RawConnection openSession(McpServer server) throws InterruptedException {
        RawConnection client = RawConnection.connectTo(server);
        assertThat(client.sendRequest(INITIALIZE).get("result")).isNotNull();
        client.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        return client;
    }

    private static Json list(RawConnection client, String method, String cursor) throws InterruptedException {
        String params = cursor == null ? "{}" : "{\"cursor\":" + Json.of(cursor) + "}";
        return client.sendRequest(
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":" + params + "}");
    }

    private static List<Json> pages(RawConnection client, String method, String items) throws InterruptedException {
        List<Json> all = new ArrayList<>();
        String cursor = null;
        do {
            Json result = list(client, method, cursor).get("result");
            all.addAll(result.get(items).elements());
            cursor = result.get("nextCursor") == null
                    ? null
                    : result.get("nextCursor").string();
        } while (cursor != null);
        return all;
    }

    @Test
    void a_definition_is_unchanged_except_for_its_name() throws Exception {
        TestMember one = TestMember.ofHttpServer("one", Revision.V2025_11_25);
        TestMember two = TestMember.ofHttpServer("two", Revision.V2025_11_25);
        try (ServedAggregate served = new ServedAggregate(List.of(one, two), one.toMember("1_"), two.toMember(""));
                RawConnection downstream = openSession(served.server);
                RawConnection direct = openSession(two.sample().server)) {
            List<String> ownTools = pages(direct, "tools/list", "tools").stream()
                    .map(Json::toString)
                    .toList();
            List<String> aggregateTools = pages(downstream, "tools/list", "tools").stream()
                    .map(Json::toString)
                    .toList();
            assertThat(ownTools).hasSize(7).anyMatch(tool -> tool.contains("\"x-own\":1e2"));
            assertThat(aggregateTools.subList(7, 14)).isEqualTo(ownTools);
            assertThat(aggregateTools.subList(0, 7))
                    .isEqualTo(ownTools.stream()
                            .map(tool -> tool.replaceFirst("\"name\":\"", "\"name\":\"1_"))
                            .toList());
        }
    }

    @Test
    @Covers("guard/security/preserve-request-state")
    void a_cursor_is_valid_for_its_list_and_unmodified_only() throws Exception {
        TestMember one = TestMember.ofHttpServer("one", Revision.V2025_11_25);
        TestMember two = TestMember.ofHttpServer("two", Revision.V2026_07_28);
        try (ServedAggregate served = new ServedAggregate(List.of(one, two), one.toMember("1_"), two.toMember("2_"));
                RawConnection downstream = openSession(served.server)) {
            Json first = list(downstream, "tools/list", null).get("result");
            assertThat(first.get("tools").elements()).hasSize(2);
            String cursor = first.get("nextCursor").string();
            assertThat(list(downstream, "tools/list", cursor)
                            .get("result")
                            .get("tools")
                            .elements())
                    .hasSize(2);
            char other = cursor.charAt(3) == 'A' ? 'B' : 'A';
            for (String bad : List.of(
                    "",
                    ".",
                    "x",
                    "{}",
                    cursor + "A",
                    cursor.substring(1),
                    cursor.substring(0, cursor.length() / 2),
                    cursor.substring(0, 3) + other + cursor.substring(4))) {
                assertThat(list(downstream, "tools/list", bad).get("error").get("code"))
                        .as(bad)
                        .isEqualTo(Json.of(-32602));
            }
            assertThat(list(downstream, "prompts/list", cursor).get("error").get("code"))
                    .isEqualTo(Json.of(-32602));
            served.aggregate.replaceMembers(List.of(two.toMember("2_")));
            Json late = downstream.sendRequest(
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{\"cursor\":" + Json.of(cursor)
                            + "}}");
            assertThat(late.get("error").get("code")).isEqualTo(Json.of(-32602));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"2025-11-25", "2026-07-28"})
    void a_name_of_another_member_is_hidden(String revision) {
        TestMember one = TestMember.ofHttpServer("one", Revision.V2025_11_25);
        TestMember two = TestMember.ofHttpServer("two", Revision.V2026_07_28);
        two.sample().server.addTool("a_where").handler((in, call) -> "hidden");
        two.sample().server.addTool("ab_where").handler((in, call) -> "hidden too");
        TestMember three = TestMember.ofHttpServer("three", Revision.V2026_07_28);
        three.sample().server.addTool("b_where").handler((in, call) -> "hidden as well");
        TestMember four = TestMember.ofHttpServer("four", Revision.V2026_07_28);
        try (ServedAggregate served = new ServedAggregate(
                        List.of(one, two, three, four),
                        one.toMember("a_"),
                        two.toMember(""),
                        three.toMember("a"),
                        four.toMember("ab_"));
                McpClient client = served.client(Revision.of(revision).orElseThrow())) {
            List<String> names =
                    client.tools().toList().stream().map(Tool::name).toList();
            assertThat(names).doesNotHaveDuplicates().contains("a_where", "where", "awhere", "ab_where");
            assertThat(ServedAggregate.call(client, "a_where")).isEqualTo("one");
            assertThat(ServedAggregate.call(client, "where")).isEqualTo("two");
            assertThat(ServedAggregate.call(client, "awhere")).isEqualTo("three");
            assertThat(ServedAggregate.call(client, "ab_where")).isEqualTo("four");
        }
    }

    @ParameterizedTest
    @EnumSource(Revision.class)
    void a_member_without_prompts_is_no_failure(Revision downstream) {
        TestMember one = TestMember.ofHttpServer("one", Revision.V2025_11_25);
        TestMember two = TestMember.ofServer("plain", newPlainServer());
        try (ServedAggregate served = new ServedAggregate(List.of(one, two), two.toMember("p_"), one.toMember("1_"));
                McpClient client = served.client(downstream)) {
            assertThat(client.prompts().toList()).hasSize(1);
            assertThat(ServedAggregate.call(client, "p_hello")).isEqualTo("hello");
            assertThat(ServedAggregate.text(client.readResource("one://one"))).isEqualTo("one of one");
            client.setLogLevel(dev.tenon.model.LogLevel.ERROR);
        }
    }

    private static McpServer newPlainServer() {
        return McpServer.builder("plain", "1")
                .tool("hello")
                .handler((in, call) -> "hello")
                .build();
    }

    @ParameterizedTest
    @EnumSource(Revision.class)
    @Covers("guard/security/no-capability-inflation")
    void a_capability_without_members_is_not_declared(Revision downstream) {
        TestMember only = TestMember.ofServer("plain", newPlainServer());
        try (ServedAggregate served = new ServedAggregate(List.of(only), only.toMember("p_"));
                McpClient client = served.client(downstream)) {
            assertThat(client.server().capabilities().prompts()).isNull();
            assertThat(client.server().capabilities().resources()).isNull();
            assertThat(client.server().capabilities().logging()).isFalse();
        }
    }
}
