package dev.tenon.jsonrpc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import dev.tenon.json.Json;
import dev.tenon.json.JsonLimits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResponseReaderTest {
    private final MessageReader reader = new MessageReader(JsonLimits.DEFAULT, 100);

    private MessageReadResult read(String text) {
        return reader.read(text.getBytes(UTF_8));
    }

    @Test
    @Covers({"core/jsonrpc/result-member-required", "core/jsonrpc/response-result-xor-error"})
    void a_result_is_an_object_of_any_members() {
        assertThat(read("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"any\":[1]},\"other\":2}"))
                .isEqualTo(new MessageReadResult.ValidMessage(
                        new Response.Success(RequestId.of(1), Json.parse("{\"any\":[1]}"))));
    }

    @Test
    @Covers({"core/jsonrpc/error-object-shape", "core/jsonrpc/error-code-integer"})
    void an_error_has_a_code_and_a_message_and_may_have_data() {
        assertThat(
                        read(
                                "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32002,\"message\":\"no\",\"data\":[1],\"x\":1}}"))
                .isEqualTo(new MessageReadResult.ValidMessage(
                        new Response.Failure(RequestId.of(1), new RpcError(-32002, "no", Json.parse("[1]")))));
        assertThat(read("{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"error\":{\"code\":2147483647,\"message\":\"\"}}"))
                .isEqualTo(new MessageReadResult.ValidMessage(
                        new Response.Failure(RequestId.of("a"), new RpcError(2147483647, ""))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"id\":null,", ""})
    void an_error_about_an_unreadable_id_has_no_id(String id) {
        assertThat(read("{\"jsonrpc\":\"2.0\"," + id + "\"error\":{\"code\":-32700,\"message\":\"no\"}}"))
                .isEqualTo(new MessageReadResult.ValidMessage(new Response.Failure(null, new RpcError(-32700, "no"))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{},\"error\":{\"code\":1,\"message\":\"x\"}}",
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":null}",
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":1}",
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":[]}",
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":null}",
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":\"x\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{}}",
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":1}}",
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"message\":\"x\"}}",
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":\"1\",\"message\":\"x\"}}",
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":1.5,\"message\":\"x\"}}",
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":99999999999,\"message\":\"x\"}}",
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":1,\"message\":null}}",
                "{\"jsonrpc\":\"1.0\",\"id\":7,\"result\":{}}",
                "{\"id\":7,\"result\":{}}",
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"a\":1,\"a\":2}}",
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{},\"result\":{}}"
            })
    @Covers({
        "core/jsonrpc/malformed-response-local",
        "core/jsonrpc/response-result-xor-error",
        "core/jsonrpc/result-member-required",
        "core/jsonrpc/error-object-shape",
        "core/jsonrpc/error-code-integer"
    })
    void a_malformed_response_gets_no_response_but_keeps_its_id(String text) {
        MessageReadResult inbound = read(text);
        assertThat(inbound).isInstanceOf(MessageReadResult.MalformedResponse.class);
        assertThat(((MessageReadResult.MalformedResponse) inbound).id()).isEqualTo(RequestId.of(7));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"jsonrpc\":\"2.0\",\"result\":{}}",
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"result\":{}}",
                "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"result\":{}}",
                "{\"jsonrpc\":\"2.0\",\"id\":{},\"error\":{\"code\":1,\"message\":\"x\"}}"
            })
    void a_response_without_a_usable_id_is_broken(String text) {
        assertThat(read(text)).isInstanceOf(MessageReadResult.MalformedResponse.class);
    }

    @Test
    void a_response_beyond_a_limit_is_malformed_and_gets_no_response() {
        MessageReader small = new MessageReader(new JsonLimits(1000, 3, 100, 10, 10, 10), 1);
        String deep = "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"a\":{\"b\":{}}}}";
        assertThat(small.read(deep.getBytes(UTF_8)))
                .isEqualTo(new MessageReadResult.MalformedResponse(
                        "Nested deeper than 3 levels (limit: json.depth)", RequestId.of(7)));
        String wide = "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{},\"other\":12345678901}";
        assertThat(small.read(wide.getBytes(UTF_8))).isInstanceOf(MessageReadResult.MalformedResponse.class);
    }
}
