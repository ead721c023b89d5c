package dev.tenon.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.coverage.Covers;
import dev.tenon.json.Json;
import dev.tenon.model.Caching;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.Content;
import dev.tenon.model.CreateMessage;
import dev.tenon.model.CreateMessageResult;
import dev.tenon.model.Elicit;
import dev.tenon.model.ElicitForm;
import dev.tenon.model.Implementation;
import dev.tenon.model.InitializeParams;
import dev.tenon.model.ListToolsResult;
import dev.tenon.model.Meta;
import dev.tenon.model.Methods;
import dev.tenon.model.Revision;
import dev.tenon.model.SamplingMessage;
import dev.tenon.model.Tool;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Features that an older revision does not have are described in a text, omitted, or rejected. */
class OlderRevisionsTest {
    @Test
    void unsupported_audio_and_links_become_text() {
        CallToolResult result = CallToolResult.of(Samples.AUDIO, Content.link(Samples.RESOURCE));
        List<Json> first = content(Revision.V2024_11_05, result);
        assertThat(first.get(0).get("text"))
                .hasToString("\"[Audio, audio/wav, about 6 bytes: it cannot be carried in the protocol revision of this"
                        + " connection]\"");
        assertThat(first.get(1).get("text")).hasToString("\"[Resource A at file:///a.txt: First]\"");
        List<Json> second = content(Revision.V2025_03_26, result);
        assertThat(second.get(0).get("type")).hasToString("\"audio\"");
        assertThat(second.get(1).get("type")).hasToString("\"text\"");
        assertThat(content(Revision.V2025_06_18, result).get(1).get("type")).hasToString("\"resource_link\"");
    }

    @ParameterizedTest
    @EnumSource(Revision.class)
    @Covers({
        "2025-06-18/tools/structured-object-only",
        "2026-07-28/tools/structured-any-json",
        "core/tools/content-required"
    })
    void structured_content_is_written_if_the_revision_has_it(Revision revision) {
        for (String value : new String[] {"{\"a\":1}", "[1]", "\"s\"", "7", "true", "null"}) {
            boolean object = value.startsWith("{");
            boolean isWritten = revision.isStateless() || (object && revision.hasStructuredContent());
            Json json = encode(revision, CallToolResult.of().withStructuredContent(Json.parse(value)));
            assertThat(json.get("structuredContent")).isEqualTo(isWritten ? Json.parse(value) : null);
            assertThat(json.get("content")).hasToString("[]");
        }
        CallToolResult none = (CallToolResult)
                ProtocolCodec.of(revision, null).decodeResult(Methods.CALL_TOOL, Json.parse("{\"content\":[]}"));
        assertThat(none.structuredContent()).isNull();
    }

    @Test
    void omitted_structured_content_remains_as_text() {
        Json json = encode(Revision.V2024_11_05, CallToolResult.structured(Json.parse("{\"sum\":3}")));
        assertThat(json).hasToString("{\"content\":[{\"type\":\"text\",\"text\":\"{\\\"sum\\\":3}\"}]}");
    }

    @ParameterizedTest
    @EnumSource(Revision.class)
    @Covers("2026-07-28/tools/output-schema-any")
    void a_non_object_output_schema_is_omitted_before_2026_07_28(Revision revision) {
        ListToolsResult list = new ListToolsResult(
                List.of(Tool.of("a").withOutputSchema(Samples.LIST_OUTPUT)), null, Caching.NONE, Meta.EMPTY);
        Json tool = ProtocolCodec.of(revision, null)
                .encodeResult(Methods.LIST_TOOLS, list)
                .get("tools")
                .elements()
                .get(0);
        assertThat(tool.get("outputSchema")).isEqualTo(revision.isStateless() ? Samples.LIST_OUTPUT : null);
    }

    @ParameterizedTest
    @EnumSource(Revision.class)
    @Covers("core/tools/is-error-default")
    void an_absent_isError_means_false(Revision revision) {
        CallToolResult read = (CallToolResult)
                ProtocolCodec.of(revision, null).decodeResult(Methods.CALL_TOOL, Json.parse("{\"content\":[]}"));
        assertThat(read.isError()).isFalse();
        assertThat(encode(revision, CallToolResult.error("no")).get("isError")).hasToString("true");
        assertThat(encode(revision, CallToolResult.text("yes")).get("isError")).isNull();
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "V2026_07_28")
    @Covers("legacy/sampling/single-block-content")
    void before_2025_11_25_a_sampling_message_has_one_block(Revision revision) {
        ProtocolCodec codec = HandshakeCodec.of(revision);
        CreateMessage ask = CreateMessage.of(9, SamplingMessage.user(Content.text("a"), Content.text("b")));
        List<Json> messages =
                codec.encodeParams(Methods.CREATE_MESSAGE, ask).get("messages").elements();
        CreateMessageResult message = CreateMessageResult.of("m", Content.text("a"), Content.text("b"));
        Json content = codec.encodeResult(Methods.CREATE_MESSAGE, message).get("content");
        if (revision.hasSamplingTools()) {
            assertThat(messages).hasSize(1);
            assertThat(content.elements()).hasSize(2);
        } else {
            assertThat(messages)
                    .hasSize(2)
                    .allSatisfy(m -> assertThat(m.get("content").isObject()).isTrue());
            assertThat(content.get("text")).hasToString("\"a\\nb\"");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Revision.class,
            names = {"V2024_11_05", "V2025_03_26", "V2025_06_18"})
    void tool_uses_become_text_where_sampling_has_no_tools(Revision revision) {
        String sent = HandshakeCodec.of(revision)
                .encodeParams(Methods.CREATE_MESSAGE, Samples.SAMPLE_WITH_TOOLS)
                .toString();
        assertThat(sent)
                .doesNotContain("tool_use", "tool_result", "toolChoice", "\"tools\"")
                .contains("[Use of tool add with {\\\"sum\\\":3}]", "[Tool answered]\\nhi");
    }

    @Test
    @Covers({"core/elicitation/url-request-fields", "core/elicitation/mode-default-form"})
    void elicitation_by_url_requires_a_revision_that_has_it() {
        Elicit ask = Elicit.url("Sign in", "https://example.com");
        assertThatThrownBy(() -> HandshakeCodec.of(Revision.V2025_06_18).encodeParams(Methods.ELICIT, ask))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("A client of 2025-06-18 cannot be sent to a URL. Ask by a form");
        HandshakeCodec last = HandshakeCodec.of(Revision.V2025_11_25);
        assertThatThrownBy(() -> last.encodeParams(Methods.ELICIT, ask)).hasMessageContaining("needs an elicitationId");
        assertThat(last.encodeParams(
                        Methods.ELICIT,
                        Elicit.url("Sign in", "https://example.com").withElicitationId("e")))
                .hasToString("{\"mode\":\"url\",\"message\":\"Sign in\",\"elicitationId\":\"e\","
                        + "\"url\":\"https://example.com\"}");
        Json noMode = Json.parse("{\"message\":\"m\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{}}}");
        assertThat(last.decodeParams(Methods.ELICIT, noMode)).isInstanceOf(ElicitForm.class);
    }

    @Test
    @Covers("core/elicitation/schema-types")
    void a_form_of_2025_06_18_has_enum_names_and_no_multiple_choice() {
        HandshakeCodec codec = HandshakeCodec.of(Revision.V2025_06_18);
        Json form = codec.encodeParams(Methods.ELICIT, Elicit.form("Which?", Samples.FORM))
                .get("requestedSchema");
        assertThat(form.get("properties").get("color"))
                .hasToString("{\"type\":\"string\",\"enum\":[\"r\",\"g\"],\"enumNames\":[\"Red\",\"Green\"]}");
        assertThatThrownBy(() -> codec.encodeParams(Methods.ELICIT, Elicit.form("Which?", Samples.RICH_FORM)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"many\"")
                .hasMessageContaining("2025-06-18");
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "V2026_07_28")
    @Covers("core/elicitation/empty-means-form")
    void capabilities_are_limited_to_those_of_the_revision(Revision revision) {
        Json params = Json.parse("""
                {"protocolVersion":"x","clientInfo":{"name":"c","version":"1"},
                 "capabilities":{"elicitation":{},"sampling":{"tools":{}},"extensions":{"com.example/e":{}}}}
                """);
        InitializeParams read = HandshakeCodec.of(revision).decodeParams(Methods.INITIALIZE, params);
        ClientCapabilities can = read.capabilities();
        assertThat(can.elicitation())
                .as("item 37: in older revisions as well")
                .isEqualTo(new ClientCapabilities.Elicitation(true, false));
        assertThat(can.sampling().tools()).isEqualTo(revision.hasSamplingTools());
        assertThat(can.extensions()).isEmpty();
    }

    @Test
    void a_client_with_url_mode_only_does_not_support_forms() {
        Json params = Json.parse("""
                {"protocolVersion":"x","clientInfo":{"name":"c","version":"1","websiteUrl":"not a url",
                 "icons":[{"src":"javascript:alert(1)"},{"src":"https://example.com/i.png"}]},
                 "capabilities":{"elicitation":{"url":{}}}}
                """);
        InitializeParams read = HandshakeCodec.of(Revision.V2025_11_25).decodeParams(Methods.INITIALIZE, params);
        assertThat(read.capabilities().elicitation()).isEqualTo(new ClientCapabilities.Elicitation(false, true));
        Implementation info = read.clientInfo();
        assertThat(info.websiteUrl()).isNull();
        assertThat(info.icons()).hasSize(1);
        assertThat(HandshakeCodec.of(Revision.V2025_06_18)
                        .encodeParams(Methods.INITIALIZE, read)
                        .get("capabilities"))
                .hasToString("{}");
    }

    private static List<Json> content(Revision revision, CallToolResult result) {
        return encode(revision, result).get("content").elements();
    }

    private static Json encode(Revision revision, CallToolResult result) {
        return ProtocolCodec.of(revision, null).encodeResult(Methods.CALL_TOOL, result);
    }
}
