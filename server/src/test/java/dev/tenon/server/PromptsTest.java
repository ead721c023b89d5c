package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import dev.tenon.json.Json;
import dev.tenon.model.Content;
import dev.tenon.model.PromptMessage;
import dev.tenon.model.ResourceContents;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests prompts and the completion of their arguments. */
class PromptsTest {
    private McpServer server;
    private RecordingClient client;

    @BeforeEach
    void open() {
        server = McpServer.builder("test", "1")
                .prompt("greet")
                .description("Greets somebody")
                .requiredArgument("name", "who")
                .optionalArgument("tone", "how")
                .completion("name", (value, context, call) -> IntStream.range(0, 250)
                        .mapToObj(i -> value + i)
                        .toList())
                .handler((arguments, call) -> "Greet " + arguments)
                .prompt("media")
                .handler((arguments, call) -> List.of(
                        PromptMessage.user(Content.image(new byte[] {1}, "image/png")),
                        PromptMessage.assistant(Content.audio(new byte[] {2}, "audio/wav")),
                        PromptMessage.user(Content.embedded(ResourceContents.text("test://a", "text/plain", "a")))))
                .resourceTemplate("test://{kind}/{id}")
                .completion("id", (value, context, call) -> List.of(context.getOrDefault("kind", "?") + "-" + value))
                .handler((request, call) -> "x")
                .build();
        client = new RecordingClient(server);
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"})
    @Covers({"legacy/prompts/declare-capability", "core/completion/declare-capability"})
    void prompts_and_completions_are_declared_by_initialize(String revision) throws Exception {
        Json capabilities = client.initialize(revision, "{}").get("capabilities");
        assertThat(capabilities.get("prompts")).isNotNull();
        assertThat(capabilities.get("completions") != null).isEqualTo(!revision.equals("2024-11-05"));
    }

    @Test
    @Covers({
        "2026-07-28/prompts/declare-capability",
        "2026-07-28/prompts/list-required",
        "2026-07-28/prompts/list-not-per-connection",
        "core/completion/declare-capability"
    })
    void prompts_are_declared_and_listed_by_the_newest_revision() throws Exception {
        Json capabilities = client.callStateless("server/discover", "").result().get("capabilities");
        assertThat(capabilities.members()).containsKeys("prompts", "completions");
        Json list = client.callStateless("prompts/list", "").result();
        assertThat(list.get("prompts").elements().get(0).get("arguments").elements())
                .hasSize(2);
        try (RecordingClient other = new RecordingClient(server)) {
            assertThat(other.callStateless("prompts/list", "").result()).isEqualTo(list);
        }
    }

    @Test
    @Covers({"core/prompts/arguments-strings", "core/prompts/injection"})
    void only_declared_arguments_reach_the_handler_and_they_are_strings() throws Exception {
        Json result = client.callStateless(
                        "prompts/get", "\"name\":\"greet\",\"arguments\":{\"name\":\"Bo\",\"x\":\"y\"}")
                .result();
        assertThat(result.get("messages")
                        .elements()
                        .get(0)
                        .get("content")
                        .get("text")
                        .string())
                .isEqualTo("Greet {name=Bo}");
        RecordingClient.ReceivedResponse wrong =
                client.callStateless("prompts/get", "\"name\":\"greet\",\"arguments\":{\"name\":5}");
        assertThat(wrong.code()).isEqualTo(-32602);
        assertThat(wrong.message()).contains("params.arguments.name");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'\"name\":\"nope\"'                               | nope",
                "'\"name\":\"greet\"'                              | params.arguments.name",
                "'\"name\":\"greet\",\"arguments\":{\"tone\":\"x\"}' | params.arguments.name",
                "'\"arguments\":{}'                                | params.name"
            })
    @Covers("core/jsonrpc/invalid-params")
    void the_error_names_the_unknown_prompt_or_missing_argument(String members, String named) throws Exception {
        RecordingClient.ReceivedResponse response = client.callStateless("prompts/get", members);
        assertThat(response.code()).isEqualTo(-32602);
        assertThat(response.message()).contains(named);
    }

    @Test
    @Covers({
        "core/prompts/image-base64",
        "core/prompts/audio-base64",
        "core/prompts/embedded-resource-fields",
        "core/prompts/single-content"
    })
    void messages_have_one_content_each_with_binary_data_as_base64() throws Exception {
        List<Json> messages = client.callStateless("prompts/get", "\"name\":\"media\"")
                .result()
                .get("messages")
                .elements();
        assertThat(messages)
                .allSatisfy(m -> assertThat(m.get("content").isObject()).isTrue());
        assertThat(messages.get(0).get("content").get("data").string()).isEqualTo("AQ==");
        assertThat(messages.get(0).get("content").get("mimeType").string()).isEqualTo("image/png");
        assertThat(messages.get(1).get("content").get("data").string()).isEqualTo("Ag==");
        assertThat(messages.get(2).get("content").get("resource"))
                .isEqualTo(Json.parse("{\"uri\":\"test://a\",\"mimeType\":\"text/plain\",\"text\":\"a\"}"));
    }

    private RecordingClient.ReceivedResponse complete(String ref, String argument, String more)
            throws InterruptedException {
        return client.callStateless("completion/complete", "\"ref\":" + ref + ",\"argument\":" + argument + more);
    }

    @Test
    @Covers("core/completion/max-100")
    void at_most_100_values_are_suggested_and_the_total_is_reported() throws Exception {
        Json completion = complete(
                        "{\"type\":\"ref/prompt\",\"name\":\"greet\"}", "{\"name\":\"name\",\"value\":\"a\"}", "")
                .result()
                .get("completion");
        assertThat(completion.get("values").elements()).hasSize(100).startsWith(Json.of("a0"));
        assertThat(completion.get("total").number().intValue()).isEqualTo(250);
        assertThat(completion.get("hasMore").bool()).isTrue();
    }

    @Test
    @Covers("core/completion/ref-types")
    void variables_of_a_template_are_completed_with_the_others_as_context() throws Exception {
        Json completion = complete(
                        "{\"type\":\"ref/resource\",\"uri\":\"test://{kind}/{id}\"}",
                        "{\"name\":\"id\",\"value\":\"7\"}",
                        ",\"context\":{\"arguments\":{\"kind\":\"bird\"}}")
                .result()
                .get("completion");
        assertThat(completion.get("values").elements()).containsExactly(Json.of("bird-7"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'{\"type\":\"ref/prompt\",\"name\":\"nope\"}'  | '{\"name\":\"name\",\"value\":\"\"}'",
                "'{\"type\":\"ref/prompt\",\"name\":\"greet\"}' | '{\"name\":\"nope\",\"value\":\"\"}'",
                "'{\"type\":\"ref/prompt\",\"name\":\"greet\"}' | '{\"name\":\"name\",\"value\":5}'",
                "'{\"type\":\"ref/prompt\",\"name\":\"greet\"}' | '{\"value\":\"x\"}'",
                "'{\"type\":\"ref/prompt\"}'                    | '{\"name\":\"name\",\"value\":\"\"}'",
                "'{\"type\":\"ref/other\"}'                     | '{\"name\":\"name\",\"value\":\"\"}'",
                "'{\"type\":\"ref/resource\",\"uri\":\"x://y\"}' | '{\"name\":\"id\",\"value\":\"\"}'"
            })
    @Covers({"core/completion/security-validate", "core/completion/ref-types"})
    void completion_of_unknown_references_and_arguments_is_rejected(String ref, String argument) throws Exception {
        assertThat(complete(ref, argument, "").code()).isEqualTo(-32602);
    }

    @Test
    void an_argument_without_suggestions_gets_none() throws Exception {
        Json completion = complete(
                        "{\"type\":\"ref/prompt\",\"name\":\"greet\"}", "{\"name\":\"tone\",\"value\":\"a\"}", "")
                .result()
                .get("completion");
        assertThat(completion.get("values").elements()).isEmpty();
    }
}
