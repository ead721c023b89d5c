package dev.tenon.jsonrpc;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import dev.tenon.json.Json;
import dev.tenon.json.JsonLimits;
import java.nio.charset.Charset;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageReaderTest {
    private final MessageReader reader = new MessageReader(JsonLimits.DEFAULT, 100);

    private MessageReadResult read(String text) {
        return reader.read(text.getBytes(UTF_8));
    }

    private JsonRpcMessage accepted(String text) {
        MessageReadResult inbound = read(text);
        assertThat(inbound).isInstanceOf(MessageReadResult.ValidMessage.class);
        return ((MessageReadResult.ValidMessage) inbound).message();
    }

    private static MessageReadResult.InvalidMessage rejected(MessageReadResult inbound) {
        assertThat(inbound).isInstanceOf(MessageReadResult.InvalidMessage.class);
        return (MessageReadResult.InvalidMessage) inbound;
    }

    private MessageReadResult.InvalidMessage rejected(String text) {
        return rejected(read(text));
    }

    @Nested
    class Requests {
        @Test
        @Covers({"core/jsonrpc/version-member", "core/jsonrpc/request-id-type"})
        void with_and_without_params_are_accepted() {
            assertThat(accepted("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":{\"a\":[1]}}"))
                    .isEqualTo(new Request(RequestId.of(1), "m", Json.parse("{\"a\":[1]}")));
            assertThat(accepted(" {\"method\" : \"m\" , \"id\":\"x\",\"jsonrpc\":\"2.0\"}\r\n"))
                    .isEqualTo(new Request(RequestId.of("x"), "m", null));
        }

        @Test
        void may_have_unknown_members() {
            assertThat(accepted("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"extra\":null,\"Params\":[1]}"))
                    .isEqualTo(new Request(RequestId.of(1), "m", null));
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "0",
                    "-1",
                    "-0",
                    "9007199254740993",
                    "-9223372036854775809",
                    "123456789012345678901234567890123456789012345678901234567890",
                    "\"\"",
                    "\"1\"",
                    "\"ü \\u0000 \\ud83d\\ude00\""
                })
        @Covers({"core/jsonrpc/request-id-type", "core/jsonrpc/response-id-echo"})
        void keep_their_id_exactly(String id) {
            Request request = (Request) accepted("{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"id\":" + id + "}");
            Response response = new Response.Success(request.id(), Json.EMPTY_OBJECT);
            assertThat(new String(MessageWriter.write(response), UTF_8))
                    .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{}}");
        }

        @Test
        @Covers("core/jsonrpc/id-type-strict-match")
        void distinguish_the_string_1_and_the_number_1() {
            assertThat(RequestId.of("1")).isNotEqualTo(RequestId.of(1));
            assertThat(RequestId.of(1))
                    .isEqualTo(new RequestId(Json.parse("1")))
                    .hasSameHashCodeAs(RequestId.of(1));
        }

        @Test
        void may_call_methods_of_any_name() {
            for (String method : List.of("rpc.discover", "", "a/b", "\\u0041")) {
                assertThat(accepted("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\"}"))
                        .isInstanceOf(Request.class);
            }
        }
    }

    @Nested
    class MalformedJson {
        @ParameterizedTest
        @ValueSource(
                strings = {
                    "",
                    " ",
                    "\t",
                    "{",
                    "}",
                    "[",
                    "]",
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"",
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"}}",
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"} x",
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"}{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"m\"}",
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"}\n{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"m\"}",
                    "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"},",
                    "{\"jsonrpc\":\"2.0\",\"id\":NaN,\"method\":\"m\"}",
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":{\"a\":NaN}}",
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":{\"a\":-Infinity}}",
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":{\"a\":undefined}}",
                    "{\"jsonrpc\":\"2.0\",\"id\":01,\"method\":\"m\"}",
                    "{\"jsonrpc\":\"2.0\",\"id\":+1,\"method\":\"m\"}",
                    "{\"jsonrpc\":\"2.0\",\"id\":1.,\"method\":\"m\"}",
                    "{\"jsonrpc\":\"2.0\",\"id\":.1,\"method\":\"m\"}",
                    "{\"jsonrpc\":\"2.0\",\"id\":0x1,\"method\":\"m\"}",
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",}",
                    "{\"jsonrpc\":\"2.0\",\"id\":1,,\"method\":\"m\"}",
                    "{\"jsonrpc\":\"2.0\",\"id\":1 \"method\":\"m\"}",
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\" /* c */}",
                    "// c\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"}",
                    "# c\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"}",
                    "{'jsonrpc':'2.0','id':1,'method':'m'}",
                    "{jsonrpc:\"2.0\",id:1,method:\"m\"}",
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\tb\"}",
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\nb\"}",
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\\qb\"}",
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\\u12\"}",
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\\ud800\"}",
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\\udc00\\ud800\"}",
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":True}",
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"}\u0000",
                    "\uFEFF{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"}",
                    "\u00A0{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"}",
                    "hello",
                    "tru",
                    "truex",
                    "1 2",
                    "Content-Length: 10"
                })
        @Covers("core/jsonrpc/parse-error")
        void is_a_parse_error_without_id(String text) {
            MessageReadResult.InvalidMessage rejected = rejected(text);
            assertThat(rejected.error().code()).isEqualTo(ErrorCode.PARSE_ERROR);
            assertThat(rejected.id()).isNull();
            assertThat(rejected.isNotification()).isFalse();
        }

        static Stream<Arguments> otherEncodings() {
            return Stream.of(UTF_16, UTF_16BE, Charset.forName("UTF-32"), ISO_8859_1, Charset.forName("UTF-16LE"))
                    .map(Arguments::of);
        }

        @ParameterizedTest
        @MethodSource("otherEncodings")
        @Covers({"core/jsonrpc/parse-error", "core/jsonrpc/utf8"})
        void includes_every_encoding_but_utf_8(Charset charset) {
            byte[] bytes = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ü\"}".getBytes(charset);
            assertThat(rejected(reader.read(bytes)).error().code()).isEqualTo(ErrorCode.PARSE_ERROR);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "80",
                    "C3",
                    "C328",
                    "C080",
                    "C1BF",
                    "E08080",
                    "E28028",
                    "EDA080",
                    "EDBFBF",
                    "F0808080",
                    "F4908080",
                    "F5808080",
                    "FF",
                    "FE",
                    "E282",
                    "F09F98"
                })
        @Covers("core/jsonrpc/utf8")
        void includes_invalid_utf_8(String hex) {
            byte[] bad = java.util.HexFormat.of().parseHex(hex);
            byte[] bytes = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"    \"}".getBytes(UTF_8);
            System.arraycopy(bad, 0, bytes, bytes.length - 6, bad.length);
            assertThat(rejected(reader.read(bytes)).error().code()).isEqualTo(ErrorCode.PARSE_ERROR);
        }

        @Test
        void is_described_without_messages_of_libraries() {
            for (String text : List.of("{", "[1", "\"", "{\"a\":tru}", "{'a':1}", "\u0001")) {
                assertThat(rejected(text).error().message())
                        .startsWith("Parse error: ")
                        .doesNotContainIgnoringCase("jackson")
                        .doesNotContainIgnoringCase("exception")
                        .doesNotContain("@")
                        .hasSizeLessThan(120);
            }
        }
    }

    @Nested
    class InvalidMessages {
        @ParameterizedTest
        @ValueSource(
                strings = {
                    "{\"id\":7,\"method\":\"m\"}",
                    "{\"jsonrpc\":\"1.0\",\"id\":7,\"method\":\"m\"}",
                    "{\"jsonrpc\":\"2\",\"id\":7,\"method\":\"m\"}",
                    "{\"jsonrpc\":\"2.00\",\"id\":7,\"method\":\"m\"}",
                    "{\"jsonrpc\":2.0,\"id\":7,\"method\":\"m\"}",
                    "{\"jsonrpc\":2,\"id\":7,\"method\":\"m\"}",
                    "{\"jsonrpc\":null,\"id\":7,\"method\":\"m\"}",
                    "{\"jsonrpc\":[\"2.0\"],\"id\":7,\"method\":\"m\"}",
                    "{\"JSONRPC\":\"2.0\",\"id\":7,\"method\":\"m\"}",
                    "{\"jsonrpc\":\"2.0\",\"id\":7}",
                    "{\"jsonrpc\":\"2.0\",\"id\":7,\"method_\":\"m\"}",
                    "{\"jsonrpc\":\"2.0\",\"id\":7,\"Method\":\"m\"}",
                    "{\"jsonrpc\":\"2.0\",\"id\":7,\"params\":{}}",
                    "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":1}",
                    "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":null}",
                    "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":true}",
                    "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":{}}",
                    "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":[\"m\"]}",
                    "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"m\",\"params\":[]}",
                    "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"m\",\"params\":[1,2]}",
                    "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"m\",\"params\":null}",
                    "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"m\",\"params\":\"x\"}",
                    "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"m\",\"params\":1}",
                    "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"m\",\"params\":false}",
                    "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"m\",\"result\":{}}",
                    "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"m\",\"error\":{\"code\":1,\"message\":\"x\"}}",
                    "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"m\",\"method\":\"n\"}",
                    "{\"jsonrpc\":\"2.0\",\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"m\"}",
                    "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"m\",\"params\":{},\"params\":{}}",
                    "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"m\",\"params\":{\"a\":1,\"a\":1}}",
                    "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"m\",\"params\":{\"a\":1,\"\\u0061\":2}}",
                    "{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":{\"a\":[{\"b\":{\"c\":1,\"c\":2}}]},\"id\":7}"
                })
        @Covers({
            "core/jsonrpc/invalid-request",
            "core/jsonrpc/version-member",
            "core/jsonrpc/request-method-string",
            "core/jsonrpc/params-structured",
            "core/jsonrpc/member-names-case-sensitive"
        })
        void with_an_id_is_rejected_with_that_id(String text) {
            MessageReadResult.InvalidMessage rejected = rejected(text);
            assertThat(rejected.error().code()).isEqualTo(ErrorCode.INVALID_REQUEST);
            assertThat(rejected.id()).isEqualTo(RequestId.of(7));
            assertThat(rejected.error().message())
                    .startsWith("Invalid request: ")
                    .hasSizeLessThan(200);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"m\"}",
                    "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"m\"}",
                    "{\"jsonrpc\":\"2.0\",\"id\":[1],\"method\":\"m\"}",
                    "{\"jsonrpc\":\"2.0\",\"id\":true,\"method\":\"m\"}",
                    "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"m\"}",
                    "{\"jsonrpc\":\"2.0\",\"id\":1.0,\"method\":\"m\"}",
                    "{\"jsonrpc\":\"2.0\",\"id\":1e3,\"method\":\"m\"}",
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":2,\"method\":\"m\"}",
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"id\":1}",
                    "{}",
                    "{\"a\":1}",
                    "{\"jsonrpc\":\"2.0\"}",
                    "{\"jsonrpc\":\"2.0\",\"method\":5}",
                    "{\"jsonrpc\":\"1.0\",\"method\":\"m\"}",
                    "{\"method\":\"m\"}",
                    "\"{}\"",
                    "\"hello\"",
                    "1",
                    "-0.5e3",
                    "null",
                    "true",
                    "false"
                })
        @Covers({
            "core/jsonrpc/invalid-request",
            "core/jsonrpc/request-id-type",
            "core/jsonrpc/request-id-not-null",
            "core/jsonrpc/request-id-no-fraction",
            "core/jsonrpc/error-id-omitted-when-unreadable"
        })
        void without_a_readable_id_is_rejected_without_one(String text) {
            MessageReadResult.InvalidMessage rejected = rejected(text);
            assertThat(rejected.error().code()).isEqualTo(ErrorCode.INVALID_REQUEST);
            assertThat(rejected.id()).isNull();
            assertThat(rejected.isNotification()).isFalse();
            assertThat(new String(MessageWriter.write(rejected.toResponse()), UTF_8))
                    .doesNotContain("\"id\"");
        }

        @Test
        void is_quoted_briefly_and_on_one_line() {
            String method = "x\\n\\u0007\\u202e".repeat(1000);
            String message = rejected("{\"jsonrpc\":\"" + method + "\",\"id\":1,\"method\":\"m\"}")
                    .error()
                    .message();
            assertThat(message).hasSizeLessThan(200).doesNotContain("\n", "\u0007", "\u202e");
        }
    }

    @Nested
    class NotificationMessages {
        @Test
        @Covers("core/jsonrpc/notification-no-id")
        void have_no_id() {
            assertThat(accepted("{\"jsonrpc\":\"2.0\",\"method\":\"n\",\"params\":{}}"))
                    .isEqualTo(new Notification("n", Json.EMPTY_OBJECT));
            assertThat(accepted("{\"jsonrpc\":\"2.0\",\"method\":\"n\"}")).isEqualTo(new Notification("n", null));
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "{\"jsonrpc\":\"2.0\",\"method\":\"n\",\"params\":[]}",
                    "{\"jsonrpc\":\"2.0\",\"method\":\"n\",\"params\":null}",
                    "{\"jsonrpc\":\"2.0\",\"method\":\"n\",\"params\":{\"a\":1,\"a\":2}}",
                    "{\"jsonrpc\":\"2.0\",\"method\":\"n\",\"result\":{}}"
                })
        void are_marked_as_such_even_if_they_are_invalid(String text) {
            MessageReadResult.InvalidMessage rejected = rejected(text);
            assertThat(rejected.error().code()).isEqualTo(ErrorCode.INVALID_REQUEST);
            assertThat(rejected.isNotification()).isTrue();
        }
    }

    @Nested
    class Limits {
        private int violationCount;
        private final MessageReader small =
                new MessageReader(new JsonLimits(200, 4, 20, 10, 8, 3), 2, LeniencyPolicy.NONE, () -> violationCount++);

        private MessageReadResult.InvalidMessage rejected(String text) {
            return MessageReaderTest.rejected(small.read(text.getBytes(UTF_8)));
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "{\"a\":{\"b\":{\"c\":{}}}}",
                    "[[[[",
                    "{\"a\":12345678901}",
                    "{\"a\":1e99999}",
                    "{\"abcdefghi\":1}",
                    "{\"a\":[1,2,3,4]}",
                    "{\"a\":1,\"b\":2,\"c\":3,\"d\":4}"
                })
        void that_are_exceeded_make_an_invalid_request(String params) {
            String text = "{\"id\":7,\"params\":" + params;
            assertThat(rejected(text).error().code()).isEqualTo(ErrorCode.INVALID_REQUEST);
            assertThat(rejected(text).id()).isEqualTo(RequestId.of(7));
            assertThat(rejected(text).isNotification()).isFalse();
            assertThat(violationCount).isEqualTo(3);
        }

        @Test
        void of_one_string_and_of_the_whole_message_apply() {
            assertThat(rejected("{\"id\":7,\"x\":\"" + "x".repeat(21) + "\"" + " ".repeat(100) + "}")
                            .id())
                    .isEqualTo(RequestId.of(7));
            assertThat(rejected(" ".repeat(201)).error().message()).contains("200 bytes");
            assertThat(small.rejectOversized().error().code()).isEqualTo(ErrorCode.INVALID_REQUEST);
        }

        /** Issue 20: each error names the exceeded limit, and the rejection is counted. */
        @Test
        void of_a_message_and_of_a_batch_are_named() {
            assertThat(small.rejectOversized().error().message())
                    .isEqualTo("Invalid request: Message larger than 200 bytes (limit: json.bytes)");
            assertThat(rejected("[1,2,3]").error().message())
                    .isEqualTo("Invalid request: Batch of more than 2 messages (limit: batchMessages)");
            assertThat(violationCount).isEqualTo(2);
            assertThat(rejected("5").error().message()).doesNotContain("limit");
            assertThat(violationCount).isEqualTo(2);
        }

        @Test
        void that_are_just_met_reject_nothing() {
            String text = "{\"id\":1234567890,\"jsonrpc\":\"2.0\",\"method\":\"" + "m".repeat(8) + "\"}";
            assertThat(small.read(text.getBytes(UTF_8))).isInstanceOf(MessageReadResult.ValidMessage.class);
        }

        /** Issue 20, item 13: ids and methods are short, as they are kept while a request is pending. */
        @Test
        void apply_to_ids_and_methods() {
            MessageReadResult.InvalidMessage id =
                    rejected("{\"id\":\"" + "i".repeat(9) + "\",\"jsonrpc\":\"2.0\",\"method\":\"m\"}");
            MessageReadResult.InvalidMessage method =
                    rejected("{\"id\":7,\"jsonrpc\":\"2.0\",\"method\":\"" + "m".repeat(9) + "\"}");
            assertThat(id.error().message()).isEqualTo("Invalid request: id: at most 8 bytes (limit: json.nameChars)");
            assertThat(method.error().message())
                    .isEqualTo("Invalid request: method: at most 8 bytes (limit: json.nameChars)");
            assertThat(violationCount).isEqualTo(2);
            assertThat(method.id()).isEqualTo(RequestId.of(7));
        }
    }

    @Nested
    class Batches {
        private List<MessageReadResult> parts(String text) {
            MessageReadResult inbound = read(text);
            assertThat(inbound).isInstanceOf(MessageReadResult.MessageBatch.class);
            return ((MessageReadResult.MessageBatch) inbound).messages();
        }

        @Test
        void are_read_message_by_message() {
            List<MessageReadResult> parts = parts("[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"}, 1, [],"
                    + "{\"jsonrpc\":\"2.0\",\"method\":\"n\"},{\"jsonrpc\":\"2.0\",\"id\":2},"
                    + "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{}},{\"jsonrpc\":\"2.0\",\"id\":4,\"result\":1}]");
            assertThat(parts)
                    .hasExactlyElementsOfTypes(
                            MessageReadResult.ValidMessage.class,
                            MessageReadResult.InvalidMessage.class,
                            MessageReadResult.InvalidMessage.class,
                            MessageReadResult.ValidMessage.class,
                            MessageReadResult.InvalidMessage.class,
                            MessageReadResult.ValidMessage.class,
                            MessageReadResult.MalformedResponse.class);
            assertThat(((MessageReadResult.InvalidMessage) parts.get(4)).id()).isEqualTo(RequestId.of(2));
        }

        @Test
        void may_be_empty() {
            assertThat(parts(" [ ] ")).isEmpty();
        }

        @Test
        @Covers("2025-03-26/jsonrpc/batch-parse-error")
        void that_are_not_json_are_one_parse_error() {
            assertThat(rejected("[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"},{\"jsonrpc\"]")
                            .error()
                            .code())
                    .isEqualTo(ErrorCode.PARSE_ERROR);
        }

        @Test
        void of_too_many_messages_are_rejected_as_a_whole() {
            String message = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"}";
            assertThat(parts("[" + (message + ",").repeat(99) + message + "]")).hasSize(100);
            assertThat(rejected("[" + (message + ",").repeat(100) + message + "]")
                            .error()
                            .code())
                    .isEqualTo(ErrorCode.INVALID_REQUEST);
        }
    }
}
