package dev.tenon.guard.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.guard.aggregate.AggregateCursorCodec.CursorPosition;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.server.StateEncryptionKeys;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AggregateCursorCodecTest {
    private static final String LIST = "tools/list";

    private final AggregateCursorCodec codec = new AggregateCursorCodec(StateEncryptionKeys.generate());

    private static void assertInvalid(AggregateCursorCodec codec, String list, String cursor) {
        assertThatThrownBy(() -> codec.decode(list, cursor))
                .isInstanceOfSatisfying(
                        RpcException.class, e -> assertThat(e.error().code()).isEqualTo(ErrorCode.INVALID_PARAMS));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "plain", "\"quoted\\", "\ud83d\ude00 \u0000"})
    void the_cursor_of_a_member_is_restored_unchanged(String cursor) {
        CursorPosition position = new CursorPosition("member, [1]", cursor);

        assertThat(codec.decode(LIST, codec.encode(LIST, position))).isEqualTo(position);
    }

    @Test
    void a_cursor_is_valid_for_its_list_only() {
        String cursor = codec.encode(LIST, new CursorPosition("one", "1"));

        assertInvalid(codec, "prompts/list", cursor);
    }

    @Test
    void a_cursor_of_another_aggregate_is_invalid() {
        String cursor = codec.encode(LIST, new CursorPosition("one", "1"));

        assertInvalid(new AggregateCursorCodec(StateEncryptionKeys.generate()), LIST, cursor);
    }

    @Test
    void every_truncated_cursor_is_invalid() {
        String cursor = codec.encode(LIST, new CursorPosition("one", "1"));
        for (int length = 0; length < cursor.length(); length++) {
            assertInvalid(codec, LIST, cursor.substring(0, length));
        }
    }
}
