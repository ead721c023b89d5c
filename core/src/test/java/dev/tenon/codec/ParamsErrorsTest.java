package dev.tenon.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.coverage.Covers;
import dev.tenon.json.Json;
import dev.tenon.model.CallToolParams;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.Notifications;
import dev.tenon.model.Revision;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Invalid parameters are rejected with a message that names the field, the expected type and the received value. */
class ParamsErrorsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        tools/call            | {}                                                 | params.name: required
        tools/call            | {"name":5}                                         | params.name: expected string, got number 5
        tools/call            | {"name":null}                                      | params.name: expected string, got null
        tools/call            | {"name":"a","arguments":[1]}                       | params.arguments: expected object, got array
        tools/call            | {"name":"a","arguments":null}                      | params.arguments: expected object, got null
        tools/call            | {"name":" "}                                       | params: name must not be blank
        tools/call            | {"name":"a","_meta":7}                             | params._meta: expected object, got number 7
        tools/call            | {"name":"a","_meta":{"progressToken":true}}        | params._meta.progressToken: expected string or integer, got boolean true
        tools/call            | {"name":"a","_meta":{"progressToken":1.5}}         | params._meta.progressToken: expected string or integer, got number 1.5
        tools/list            | {"cursor":7}                                       | params.cursor: expected string, got number 7
        resources/read        | {"uri":{}}                                         | params.uri: expected string, got object
        resources/subscribe   | {}                                                 | params.uri: required
        prompts/get           | {"name":"a","arguments":{"n":5}}                   | params.arguments.n: expected string, got number 5
        prompts/get           | {"name":"a","arguments":{"a b":5}}                 | params.arguments["a b"]: expected string, got number 5
        prompts/get           | {"name":"a","arguments":"x"}                       | params.arguments: expected object, got string "x"
        completion/complete   | {}                                                 | params.ref: required
        completion/complete   | {"ref":{"type":"ref/tool"}}                        | params.ref.type: expected ref/prompt or ref/resource, got string "ref/tool"
        completion/complete   | {"ref":{"type":"ref/prompt"}}                      | params.ref.name: required
        completion/complete   | {"ref":{"type":"ref/prompt","name":"p"},"argument":{"name":"a"}} | params.argument.value: required
        logging/setLevel      | {"level":"loud"}                                   | params.level: expected one of debug, info, notice, warning, error, critical, alert, emergency, got string "loud"
        logging/setLevel      | {"level":"WARNING"}                                | params.level: expected one of debug, info, notice, warning, error, critical, alert, emergency, got string "WARNING"
        initialize            | {"protocolVersion":1}                              | params.protocolVersion: expected string, got number 1
        initialize            | {"protocolVersion":"x","capabilities":{}}          | params.clientInfo: required
        initialize            | {"protocolVersion":"x","capabilities":{"roots":{"listChanged":"yes"}},"clientInfo":{"name":"a","version":"1"}} | params.capabilities.roots.listChanged: expected boolean, got string "yes"
        initialize            | {"protocolVersion":"x","capabilities":[],"clientInfo":{"name":"a","version":"1"}} | params.capabilities: expected object, got array
        initialize            | {"protocolVersion":"x","capabilities":{},"clientInfo":{"name":"a"}} | params.clientInfo.version: required
        sampling/createMessage | {"messages":[]}                                   | params.maxTokens: required
        sampling/createMessage | {"messages":[],"maxTokens":1.5}                   | params.maxTokens: expected integer, got number 1.5
        sampling/createMessage | {"messages":[{"role":"system","content":{"type":"text","text":"a"}}],"maxTokens":9} | params.messages[0].role: expected one of user, assistant, got string "system"
        sampling/createMessage | {"messages":[{"role":"user","content":{"type":"smell"}}],"maxTokens":9} | params.messages[0].content.type: expected one of text, image, audio, tool_use, tool_result, got string "smell"
        sampling/createMessage | {"messages":[{"role":"user","content":{"type":"image","data":"%%%%","mimeType":"image/png"}}],"maxTokens":9} | params.messages[0].content: data must be base64: the character at 0 is not
        elicitation/create    | {"message":"m"}                                    | params.requestedSchema: required
        elicitation/create    | {"requestedSchema":{"type":"object","properties":{}}} | params.message: required
        elicitation/create    | {"mode":"fax","message":"m"}                       | params.mode: expected form or url, got string "fax"
        """)
    @Covers({
        "core/tools/malformed-call",
        "core/prompts/arguments-strings",
        "core/completion/ref-types",
        "core/logging/levels",
        "core/progress/token-type",
        "core/sampling/max-tokens-required",
        "core/sampling/role-content",
        "core/elicitation/message-required"
    })
    void the_message_names_the_field_and_the_received_value(String method, String params, String message) {
        ProtocolCodec codec = HandshakeCodec.of(Revision.V2025_11_25);
        Method<?, ?> client = codec.findClientMethod(method);
        Method<?, ?> found = client == null ? codec.findServerMethod(method) : client;
        assertThatThrownBy(() -> codec.decodeParams(found, Json.parse(params)))
                .isInstanceOf(ParamsException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {}                                            | params._meta["io.modelcontextprotocol/protocolVersion"]: required
        {"_meta":{}}                                  | params._meta["io.modelcontextprotocol/protocolVersion"]: required
        {"_meta":[]}                                  | params._meta: expected object, got array
        {"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}} | params._meta["io.modelcontextprotocol/clientCapabilities"]: required
        {"_meta":{"io.modelcontextprotocol/protocolVersion":20260728}}     | params._meta["io.modelcontextprotocol/protocolVersion"]: expected string, got number 20260728
        {"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":[]}} | params._meta["io.modelcontextprotocol/clientCapabilities"]: expected object, got array
        """)
    void a_stateless_request_requires_client_metadata(String params, String message) {
        StatelessCodec codec = new StatelessCodec(null);
        assertThatThrownBy(() -> codec.decodeRequestMeta(Json.parse(params)))
                .isInstanceOf(ParamsException.class)
                .hasMessage(message);
        for (String method : new String[] {"tools/list", "server/discover", "subscriptions/listen"}) {
            assertThatThrownBy(() -> codec.decodeParams(codec.findClientMethod(method), Json.parse(params)))
                    .isInstanceOf(ParamsException.class)
                    .hasMessage(message);
        }
    }

    @Test
    void absent_parameters_count_as_an_empty_object() {
        assertThatThrownBy(() -> HandshakeCodec.of(Revision.V2025_06_18).decodeParams(Methods.CALL_TOOL, null))
                .hasMessage("params.name: required");
        assertThatThrownBy(() -> new StatelessCodec(null).decodeParams(Methods.DISCOVER, null))
                .hasMessage("params._meta[\"io.modelcontextprotocol/protocolVersion\"]: required");
        assertThat(HandshakeCodec.of(Revision.V2025_06_18)
                        .decodeParams(Methods.LIST_TOOLS, null)
                        .cursor())
                .isNull();
    }

    @Test
    void text_of_a_peer_is_quoted_briefly_and_on_one_line() {
        String longText = "x".repeat(5000) + "\n";
        Json params = Json.of(java.util.Map.of("level", longText));
        assertThatThrownBy(() -> HandshakeCodec.of(Revision.V2025_06_18).decodeParams(Methods.SET_LEVEL, params))
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(200).doesNotContain("\n"));
        Json named = Json.of(java.util.Map.of("name", "p", "arguments", java.util.Map.of(longText, 5)));
        assertThatThrownBy(() -> HandshakeCodec.of(Revision.V2025_06_18).decodeParams(Methods.GET_PROMPT, named))
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(200).doesNotContain("\n"));
        Json digits = Json.parse("{\"cursor\":" + "7".repeat(99) + "}");
        assertThatThrownBy(() -> HandshakeCodec.of(Revision.V2025_06_18).decodeParams(Methods.LIST_TOOLS, digits))
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(200));
    }

    @ParameterizedTest
    @EnumSource(Revision.class)
    @Covers({"core/schema/tolerate-unknown-fields", "core/tools/arguments-optional"})
    void unknown_members_are_ignored_and_absent_arguments_are_empty(Revision revision) {
        Json params = Json.parse("""
                {"name":"add","future":[1],"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",
                 "io.modelcontextprotocol/clientCapabilities":{"future":{}}}}
                """);
        CallToolParams read = ProtocolCodec.of(revision, null).decodeParams(Methods.CALL_TOOL, params);
        assertThat(read.name()).isEqualTo("add");
        assertThat(read.arguments()).isEqualTo(Json.EMPTY_OBJECT);
    }

    @ParameterizedTest
    @EnumSource(Revision.class)
    @Covers("core/progress/token-type")
    void tokens_and_ids_of_any_size_are_written_as_received(Revision revision) {
        ProtocolCodec codec = ProtocolCodec.of(revision, null);
        String largeInteger = "123456789012345678901234567890";
        Json progress = Json.parse("{\"progressToken\":" + largeInteger + ",\"progress\":0.5,\"total\":1e2}");
        var read = codec.decodeNotification(Notifications.PROGRESS, progress);
        assertThat(codec.encodeNotification(Notifications.PROGRESS, read))
                .hasToString("{\"progressToken\":" + largeInteger + ",\"progress\":0.5,\"total\":100}");
        Json cancelled = Json.parse("{\"requestId\":" + largeInteger + "}");
        assertThat(codec.decodeNotification(Notifications.CANCELLED, cancelled).requestId())
                .hasToString(largeInteger);
    }

    @ParameterizedTest
    @EnumSource(Revision.class)
    @Covers("2026-07-28/cancellation/request-id-required")
    void a_cancellation_requires_a_request_id_except_in_one_revision(Revision revision) {
        ProtocolCodec codec = ProtocolCodec.of(revision, null);
        if (revision == Revision.V2025_11_25) {
            assertThat(codec.decodeNotification(Notifications.CANCELLED, null).requestId())
                    .isNull();
        } else {
            assertThatThrownBy(() -> codec.decodeNotification(Notifications.CANCELLED, null))
                    .isInstanceOf(ParamsException.class)
                    .hasMessage("params.requestId: required");
        }
    }
}
