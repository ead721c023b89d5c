package dev.tenon.jsonrpc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MessageWriterTest {
    private static String write(JsonRpcMessage message) {
        return new String(MessageWriter.write(message), UTF_8);
    }

    @Test
    void absent_members_are_not_written() {
        assertThat(write(new Request(RequestId.of(1), "m", null)))
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"}");
        assertThat(write(new Notification("n", null))).isEqualTo("{\"jsonrpc\":\"2.0\",\"method\":\"n\"}");
        assertThat(write(new Response.Failure(null, new RpcError(-32700, "no"))))
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32700,\"message\":\"no\"}}");
    }

    @Test
    void an_unreadable_id_is_null_if_the_revision_requires_it() {
        byte[] bytes = MessageWriter.write(new Response.Failure(null, new RpcError(-32700, "no")), true);
        assertThat(new String(bytes, UTF_8))
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":\"no\"}}");
    }

    @Test
    void data_of_an_error_may_be_any_json() {
        assertThat(write(new Response.Failure(
                        RequestId.of("x"), new RpcError(1, "\"quoted\"\n").withData(Map.of("uri", "a")))))
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"error\":{\"code\":1,"
                        + "\"message\":\"\\\"quoted\\\"\\n\",\"data\":{\"uri\":\"a\"}}}");
    }

    @Test
    void a_result_is_written_as_received() {
        assertThat(write(new Response.Success(RequestId.of(1), Json.parse("{ \"z\": 1.50, \"a\": 1e2 }"))))
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{ \"z\": 1.50, \"a\": 1e2 }}");
    }
}
