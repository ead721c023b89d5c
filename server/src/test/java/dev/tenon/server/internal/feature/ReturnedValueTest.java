package dev.tenon.server.internal.feature;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.json.Json;
import dev.tenon.model.BlobResourceContents;
import dev.tenon.model.CallToolParams;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.Content;
import dev.tenon.model.GetPromptParams;
import dev.tenon.model.GetPromptResult;
import dev.tenon.model.Meta;
import dev.tenon.model.Methods;
import dev.tenon.model.Params;
import dev.tenon.model.PromptMessage;
import dev.tenon.model.ReadResourceParams;
import dev.tenon.model.ReadResourceResult;
import dev.tenon.model.Result;
import dev.tenon.model.Role;
import dev.tenon.model.TextResourceContents;
import dev.tenon.server.Limits;
import dev.tenon.server.feature.NoSuchResourceException;
import dev.tenon.server.feature.PromptSpec;
import dev.tenon.server.feature.ResourceSpec;
import dev.tenon.server.feature.ToolSpec;
import dev.tenon.server.internal.ManualExecutor;
import dev.tenon.server.internal.RecordingResponseSink;
import dev.tenon.server.internal.TestCalls;
import dev.tenon.server.internal.TestSettings;
import dev.tenon.server.internal.dispatch.ExecutionPlan;
import dev.tenon.server.internal.dispatch.MethodHandler;
import dev.tenon.server.internal.limit.LimitHitCounters;
import dev.tenon.server.internal.request.ActiveCall;
import dev.tenon.server.internal.request.ChangeBroadcaster;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests how the values that handlers return become results. */
class ReturnedValueTest {
    private static final String URI = "test://a";

    private final FeatureRegistry features = FeatureRegistry.createEmpty(
            TestSettings.of(Limits.DEFAULT),
            new ChangeBroadcaster(Limits.DEFAULT, new LimitHitCounters(), uri -> Set.of(), new ManualExecutor()));

    private static <P extends Params> Result run(MethodHandler<P> handler, P params) throws Exception {
        ActiveCall call =
                TestCalls.of(new RecordingResponseSink(), TestCalls.statelessSource(null, null), Methods.CALL_TOOL);
        return ((ExecutionPlan.HandlerInvocation) handler.executeOrPlan(params, call))
                .handler()
                .call();
    }

    private CallToolResult tool(@Nullable Object returned) throws Exception {
        return tool(ToolSpec.builder("t").handler((in, call) -> returned));
    }

    private CallToolResult tool(ToolSpec spec) throws Exception {
        features.tools().remove("t");
        features.tools().add(spec);
        CallToolParams params = CallToolParams.of("t", Json.EMPTY_OBJECT);
        return (CallToolResult) run(new CallToolMethodHandler(features), params);
    }

    private CallToolResult toolWithOutput(Object returned) throws Exception {
        Json schema = Json.parse("{\"type\":\"object\",\"required\":[\"a\"]}");
        return tool(ToolSpec.builder("t").outputSchema(schema).handler((in, call) -> returned));
    }

    private ReadResourceResult resource(@Nullable Object returned) throws Exception {
        features.resources().remove(URI);
        features.resources().add(ResourceSpec.builder(URI).handler((request, call) -> returned));
        return (ReadResourceResult) run(new ReadResourceMethodHandler(features), ReadResourceParams.of(URI));
    }

    private GetPromptResult prompt(@Nullable Object returned) throws Exception {
        features.prompts().remove("p");
        features.prompts().add(PromptSpec.builder("p").handler((arguments, call) -> returned));
        return (GetPromptResult) run(new GetPromptMethodHandler(features), GetPromptParams.of("p", Map.of()));
    }

    @Test
    void a_tool_returns_text_content_or_nothing() throws Exception {
        Content image = Content.image(new byte[1], "image/png");

        assertThat(tool("x")).isEqualTo(CallToolResult.text("x"));
        assertThat(tool(image)).isEqualTo(CallToolResult.of(image));
        assertThat(tool(List.of(Content.text("x"), image)).content()).containsExactly(Content.text("x"), image);
        assertThat(tool((Object) null).content()).isEmpty();
    }

    @Test
    void other_values_of_a_tool_are_structured() throws Exception {
        assertThat(tool(Map.of("a", 1)).structuredContent()).isEqualTo(Json.parse("{\"a\":1}"));
        assertThat(tool(List.of(Content.text("x"), "y")).structuredContent().elements())
                .hasSize(2);
    }

    @Test
    void an_empty_list_is_structured_because_it_may_be_data() throws Exception {
        assertThat(tool(List.of()).structuredContent()).isEqualTo(Json.parse("[]"));
    }

    @Test
    void structured_content_without_text_is_repeated_as_text() throws Exception {
        CallToolResult structured =
                CallToolResult.structured(Json.parse("{\"a\":1}")).withContent(List.of());

        assertThat(tool(structured).content()).containsExactly(Content.text("{\"a\":1}"));
    }

    @Test
    void a_result_that_violates_the_output_schema_is_a_defect() throws Exception {
        assertThat(toolWithOutput(Map.of("a", 1)).isError()).isFalse();
        assertThatThrownBy(() -> toolWithOutput(Map.of("b", 1))).hasMessageContaining("violates its outputSchema");
        assertThatThrownBy(() -> toolWithOutput(CallToolResult.text("x")))
                .hasMessageContaining("returned no structuredContent");
    }

    @Test
    void an_error_result_need_not_match_the_output_schema() throws Exception {
        assertThat(toolWithOutput(CallToolResult.error("no")).isError()).isTrue();
    }

    @Test
    void a_resource_returns_text_bytes_or_several_contents() throws Exception {
        byte[] bytes = "x".getBytes(UTF_8);

        assertThat(resource("x").contents()).containsExactly(new TextResourceContents(URI, null, "x", Meta.EMPTY));
        assertThat(resource(bytes).contents())
                .containsExactly(new BlobResourceContents(
                        URI, "application/octet-stream", Base64.getEncoder().encodeToString(bytes), Meta.EMPTY));
        assertThat(resource(List.of("x", bytes)).contents()).hasSize(2);
    }

    @Test
    void a_resource_without_contents_does_not_exist() {
        assertThatThrownBy(() -> resource(List.of())).isInstanceOf(NoSuchResourceException.class);
    }

    @Test
    void any_other_value_of_a_resource_is_a_defect_that_names_its_type() {
        assertThatThrownBy(() -> resource(42)).hasMessageEndingWith("not java.lang.Integer");
        assertThatThrownBy(() -> resource(null)).hasMessageEndingWith("not null");
    }

    @Test
    void a_prompt_returns_text_or_messages() throws Exception {
        PromptMessage answer = new PromptMessage(Role.ASSISTANT, Content.text("y"));

        assertThat(prompt("x").messages()).containsExactly(PromptMessage.user("x"));
        assertThat(prompt(answer).messages()).containsExactly(answer);
        assertThat(prompt(List.of("x", answer)).messages()).containsExactly(PromptMessage.user("x"), answer);
    }

    @Test
    void any_other_value_of_a_prompt_is_a_defect_that_names_its_type() {
        assertThatThrownBy(() -> prompt(List.of("x", 42))).hasMessageEndingWith("not java.lang.Integer");
        assertThatThrownBy(() -> prompt(null)).hasMessageEndingWith("not null");
    }
}
