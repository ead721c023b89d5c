package dev.tenon.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.model.Revision;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResponseVerifierTest {
    private static final TestTarget OLD = new TestTarget("memory", TransportKind.CHANNEL, Revision.V2025_03_26);
    private static final TestTarget NEW = new TestTarget("memory", TransportKind.CHANNEL, Revision.V2025_11_25);
    private static final TestTarget HTTP = new TestTarget("embedded", TransportKind.HTTP, Revision.V2025_03_26);
    private static final TestTarget STATELESS = new TestTarget("embedded", TransportKind.HTTP, Revision.V2026_07_28);
    private static final String NULL_ID = error("\"id\":null,", -32600, "x");
    private static final String NO_ID = error("", -32600, "x");
    private static final String ID_7 = error("\"id\":7,", -32600, "x");

    private static String error(String id, int code, String message) {
        return "{\"jsonrpc\":\"2.0\"," + id + "\"error\":{\"code\":" + code + ",\"message\":\"" + message + "\"}}";
    }

    private static List<byte[]> bytes(String... messages) {
        return Stream.of(messages).map(message -> message.getBytes(UTF_8)).toList();
    }

    private static boolean accepts(String expected, TestTarget target, ReceivedMessages received) {
        return ResponseVerifier.verify(
                        ExpectedResponseParser.parse("test", List.of(expected.split("\n"))), target, received)
                .problems()
                .isEmpty();
    }

    private static boolean acceptsOnChannel(String expected, TestTarget target, String... messages) {
        return accepts(expected, target, ReceivedMessages.ofChannel(bytes(messages)));
    }

    private static boolean acceptsOverHttp(String expected, TestTarget target, int status, String... messages) {
        return accepts(expected, target, new ReceivedMessages(status, bytes(messages), List.of()));
    }

    @Test
    void code_id_and_text_are_verified() {
        assertThat(acceptsOnChannel("error -32600 id 7 : x", NEW, ID_7)).isTrue();
        assertThat(acceptsOnChannel("error -32700 id 7", NEW, ID_7)).isFalse();
        assertThat(acceptsOnChannel("error -32600 id 8", NEW, ID_7)).isFalse();
        assertThat(acceptsOnChannel("error -32600 id \"7\"", NEW, ID_7)).isFalse();
        assertThat(acceptsOnChannel("error -32600 id 7 : y", NEW, ID_7)).isFalse();
        assertThat(acceptsOnChannel("result id 7", NEW, ID_7)).isFalse();
    }

    @Test
    void an_unreadable_id_is_null_or_absent_by_revision() {
        assertThat(acceptsOnChannel("error -32600 without id", OLD, NULL_ID)).isTrue();
        assertThat(acceptsOnChannel("error -32600 without id", OLD, NO_ID)).isFalse();
        assertThat(acceptsOnChannel("error -32600 without id", NEW, NO_ID)).isTrue();
        assertThat(acceptsOnChannel("error -32600 without id", NEW, NULL_ID)).isFalse();
        assertThat(acceptsOverHttp("error -32600 without id", HTTP, 400, NO_ID)).isTrue();
        assertThat(acceptsOverHttp("error -32600 without id", HTTP, 400, NULL_ID))
                .isFalse();
    }

    @Test
    void exactly_one_response_is_required() {
        assertThat(acceptsOnChannel("error -32600 id 7", NEW)).isFalse();
        assertThat(acceptsOnChannel("error -32600 id 7", NEW, ID_7, ID_7)).isFalse();
        assertThat(acceptsOnChannel("nothing notification", NEW)).isTrue();
        assertThat(acceptsOnChannel("nothing notification", NEW, ID_7)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "error -32600 id 7, 400",
        "error -32600 id 7 status 413, 413",
    })
    void the_status_is_verified(String expected, int status) {
        assertThat(acceptsOverHttp(expected, HTTP, status, ID_7)).isTrue();
        assertThat(acceptsOverHttp(expected, HTTP, 200, ID_7)).isFalse();
    }

    @Test
    void an_unknown_method_is_404_without_sessions() {
        String notFound = error("\"id\":7,", -32601, "x");
        assertThat(acceptsOverHttp("error -32601 id 7", STATELESS, 404, notFound))
                .isTrue();
        assertThat(acceptsOverHttp("error -32601 id 7", STATELESS, 200, notFound))
                .isFalse();
        assertThat(acceptsOverHttp("error -32601 id 7", HTTP, 200, notFound)).isTrue();
    }

    @Test
    void messages_without_a_response_get_202_or_400() {
        assertThat(acceptsOverHttp("nothing notification", HTTP, 202)).isTrue();
        assertThat(acceptsOverHttp("nothing notification", HTTP, 200)).isFalse();
        assertThat(acceptsOverHttp("nothing notification", HTTP, 202, NO_ID)).isFalse();
        assertThat(acceptsOverHttp("nothing broken notification", HTTP, 400, NO_ID))
                .isTrue();
        assertThat(acceptsOverHttp("nothing broken notification", HTTP, 400, ID_7))
                .isFalse();
        assertThat(acceptsOverHttp("nothing response", STATELESS, 400, NO_ID)).isTrue();
        assertThat(acceptsOverHttp("nothing response", HTTP, 202)).isTrue();
    }

    @Test
    void a_batch_has_exactly_its_members_in_any_order() {
        String expected = "batch\n  error -32600 id 7\n  error -32600 without id";
        assertThat(acceptsOnChannel(expected, OLD, "[" + NULL_ID + "," + ID_7 + "]"))
                .isTrue();
        assertThat(acceptsOnChannel(expected, OLD, "[" + ID_7 + "]")).isFalse();
        assertThat(acceptsOnChannel(expected, OLD, "[" + NULL_ID + "," + ID_7 + "," + ID_7 + "]"))
                .isFalse();
        assertThat(acceptsOnChannel(expected, OLD, ID_7, NULL_ID)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "java.lang.IllegalStateException",
        "Unexpected NullPointerException",
        "at dev.tenon.server.Example.serve(Example.java:1)",
        "tools.jackson.core.JsonParser",
        "Json@1a2b3c4d",
    })
    void internal_details_are_detected(String message) {
        assertThat(acceptsOnChannel("error -32603 id 7", NEW, error("\"id\":7,", -32603, message)))
                .isFalse();
    }

    @Test
    void an_error_message_is_short_and_on_one_line() {
        assertThat(acceptsOnChannel("error -32603 id 7", NEW, error("\"id\":7,", -32603, "x".repeat(301))))
                .isFalse();
        assertThat(acceptsOnChannel("error -32603 id 7", NEW, error("\"id\":7,", -32603, "a\\nb")))
                .isFalse();
    }

    @Test
    void an_invalid_json_rpc_response_is_rejected() {
        assertThat(acceptsOnChannel("error -32600 id 7", NEW, ID_7.replace("2.0", "1.0")))
                .isFalse();
        assertThat(acceptsOnChannel("error -32600 id 7", NEW, ID_7.replace("-32600", "\"-32600\"")))
                .isFalse();
        assertThat(acceptsOnChannel("error -32600 id 7", NEW, ID_7 + "}")).isFalse();
        assertThat(acceptsOnChannel("error -32600 id 7", NEW, ID_7.replace("\"error\"", "\"result\":{},\"error\"")))
                .isFalse();
    }
}
