package dev.tenon.guard.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.CallOptions;
import dev.tenon.client.ClientListener;
import dev.tenon.client.McpClient;
import dev.tenon.client.error.ResourceNotFoundException;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.coverage.Covers;
import dev.tenon.coverage.thread.BlockedThreadCheck;
import dev.tenon.json.Json;
import dev.tenon.model.CompletionRef;
import dev.tenon.model.ElicitResult;
import dev.tenon.model.LogLevel;
import dev.tenon.model.LogParams;
import dev.tenon.model.Prompt;
import dev.tenon.model.Resource;
import dev.tenon.model.ResourceTemplate;
import dev.tenon.model.Revision;
import dev.tenon.model.Tool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Aggregates three servers of different revisions, one of them a process, for clients of every revision. */
@BlockedThreadCheck
class ServerAggregateTest {
    private static final List<String> TOOLS = List.of("where", "weather", "count", "wait", "log", "ask", "die");
    private static ServedAggregate served;

    @BeforeAll
    static void open() {
        TestMember old = TestMember.ofHttpServer("old", Revision.V2025_11_25);
        TestMember fresh = TestMember.ofHttpServer("fresh", Revision.V2026_07_28);
        TestMember local = TestMember.ofProcess("local", Revision.V2025_06_18);
        served = new ServedAggregate(
                List.of(old, fresh, local), old.toMember("old_"), fresh.toMember("fresh_"), local.toMember(""));
    }

    @AfterAll
    static void close() {
        served.close();
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource(Revision.class)
    void lists_contain_the_items_of_all_members_in_order(Revision downstream) {
        try (McpClient client = served.client(downstream)) {
            List<String> expected = new ArrayList<>();
            List.of("old_", "fresh_", "").forEach(prefix -> TOOLS.forEach(tool -> expected.add(prefix + tool)));
            assertThat(client.tools().toList()).extracting(Tool::name).containsExactlyElementsOf(expected);
            assertThat(client.prompts().toList())
                    .extracting(Prompt::name)
                    .containsExactly("old_greet", "fresh_greet", "greet");
            assertThat(client.resources().toList())
                    .extracting(Resource::uri)
                    .containsExactly("old://one", "shared://both", "fresh://one", "local://one");
            assertThat(client.resourceTemplates().toList())
                    .extracting(ResourceTemplate::uriTemplate)
                    .containsExactly("old://items/{id}", "fresh://items/{id}", "local://items/{id}");
        }
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource(Revision.class)
    void a_name_routes_to_its_server(Revision downstream) {
        try (McpClient client = served.client(downstream)) {
            assertThat(ServedAggregate.call(client, "old_where")).isEqualTo("old");
            assertThat(ServedAggregate.call(client, "fresh_where")).isEqualTo("fresh");
            assertThat(ServedAggregate.call(client, "where")).isEqualTo("local");
            for (String prefix : List.of("old_", "fresh_", "")) {
                assertThat(client.getPrompt(prefix + "greet", Map.of("name", "Bo"))
                                .messages())
                        .hasSize(1);
                assertThat(client.complete(CompletionRef.prompt(prefix + "greet"), "name", "A")
                                .values())
                        .hasSize(1);
            }
            assertThat(client.complete(CompletionRef.prompt("fresh_greet"), "name", "A")
                            .values())
                    .containsExactly("A of fresh");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Revision.class,
            names = {"V2024_11_05", "V2026_07_28"})
    void an_unknown_name_is_rejected(Revision downstream) {
        try (McpClient client = served.client(downstream)) {
            for (String name : List.of("fresh_nothing", "nothing", "fresh_")) {
                assertThatThrownBy(() -> client.callTool(name, Map.of()))
                        .isInstanceOfSatisfying(ServerErrorException.class, e -> assertThat(e.code())
                                .isEqualTo(-32602));
                assertThatThrownBy(() -> client.getPrompt(name, Map.of()))
                        .isInstanceOfSatisfying(ServerErrorException.class, e -> assertThat(e.code())
                                .isEqualTo(-32602));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Revision.class,
            names = {"V2024_11_05", "V2026_07_28"})
    void a_resource_is_read_from_its_server(Revision downstream) {
        try (McpClient client = served.client(downstream)) {
            assertThat(ServedAggregate.text(client.readResource("local://one"))).isEqualTo("one of local");
            assertThat(ServedAggregate.text(client.readResource("fresh://items/x")))
                    .isEqualTo("x of fresh");
            client.resources().toList();
            client.resourceTemplates().toList();
            assertThat(ServedAggregate.text(client.readResource("shared://both")))
                    .isEqualTo("both of old");
            assertThat(ServedAggregate.text(client.readResource("local://items/y")))
                    .isEqualTo("y of local");
            assertThat(client.complete(CompletionRef.resource("fresh://items/{id}"), "id", "A")
                            .values())
                    .containsExactly("A of fresh");
            for (String uri : List.of("local://items/none", "nowhere://x")) {
                assertThatThrownBy(() -> client.readResource(uri))
                        .isInstanceOfSatisfying(ResourceNotFoundException.class, e -> {
                            assertThat(e.code()).isEqualTo(downstream.isStateless() ? -32602 : -32002);
                            assertThat(e.data()).isEqualTo(Json.of(Map.of("uri", uri)));
                        });
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Revision.class,
            names = {"V2024_11_05", "V2026_07_28"})
    @Covers("guard/security/no-capability-inflation")
    void the_description_merges_all_members(Revision downstream) {
        try (McpClient client = served.client(downstream)) {
            assertThat(client.server().implementation().name()).isEqualTo("aggregate");
            assertThat(client.server().instructions())
                    .isEqualTo("# old (names of tools and prompts begin with old_)\n\nI am old.\n\n"
                            + "# fresh (names of tools and prompts begin with fresh_)\n\nI am fresh.\n\n"
                            + "# local\n\nI am local.");
            assertThat(client.server().capabilities().tools()).isNotNull();
            assertThat(client.server().capabilities().prompts()).isNotNull();
            assertThat(client.server().capabilities().resources()).isNotNull();
            assertThat(client.server().capabilities().logging()).isTrue();
            assertThat(client.server().capabilities().extensions()).isEmpty();
            client.ping();
        }
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource(
            value = Revision.class,
            names = {"V2024_11_05", "V2026_07_28"})
    void progress_logs_and_requests_belong_to_their_call(Revision downstream) throws Exception {
        BlockingQueue<String> changes = new LinkedBlockingQueue<>();
        ClientListener listener = new ClientListener() {
            @Override
            public void onLogMessage(LogParams message) {
                changes.add(String.valueOf(message.data().string()));
            }
        };
        try (McpClient client = served.client(
                McpClient.builder("front", "1")
                        .listener(listener)
                        .onForm((form, asker) -> ElicitResult.accept(Json.of(Map.of("name", "Bo")))),
                downstream)) {
            client.setLogLevel(LogLevel.INFO);
            for (String server : List.of("old", "fresh", "local")) {
                String prefix = server.equals("local") ? "" : server + "_";
                List<Double> steps = new ArrayList<>();
                CallOptions options = CallOptions.DEFAULT.onProgress(progress -> steps.add(progress.progress()));
                assertThat(ServedAggregate.text(client.callTool(prefix + "count", Map.of(), options)))
                        .isEqualTo("counted by " + server);
                assertThat(steps).containsExactly(1.0, 2.0, 3.0);
                client.callTool(prefix + "log", Map.of());
                assertThat(changes.poll(10, TimeUnit.SECONDS)).isEqualTo("careful, " + server);
                assertThat(ServedAggregate.call(client, prefix + "ask")).isEqualTo("Bo at " + server);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Revision.class,
            names = {"V2024_11_05", "V2026_07_28"})
    @Covers("guard/security/header-body-consistency")
    void headers_that_repeat_names_and_arguments_are_those_of_the_server(Revision downstream) {
        try (McpClient client = served.client(downstream)) {
            client.tools().toList();
            assertThat(ServedAggregate.text(client.callTool("fresh_weather", Map.of("city", "Köln"))))
                    .isEqualTo("fresh Köln");
        }
    }
}
