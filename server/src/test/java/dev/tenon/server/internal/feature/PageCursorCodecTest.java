package dev.tenon.server.internal.feature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.server.StateEncryptionKeys;
import dev.tenon.server.internal.feature.ListMethodHandler.PageCursorCodec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PageCursorCodecTest {
    private final StateEncryptionKeys keys = StateEncryptionKeys.generate();
    private final PageCursorCodec codec = new PageCursorCodec(keys);

    private void assertInvalid(String cursor) {
        assertThatThrownBy(() -> codec.decode("tools", cursor))
                .isInstanceOfSatisfying(
                        RpcException.class, e -> assertThat(e.error().code()).isEqualTo(ErrorCode.INVALID_PARAMS));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 1L << 40, Long.MAX_VALUE})
    void a_cursor_is_read_as_it_was_written(long position) {
        assertThat(codec.decode("tools", codec.encode("tools", position))).isEqualTo(position);
    }

    @Test
    void without_a_cursor_the_list_starts_at_its_begin_and_the_last_page_has_none() {
        assertThat(codec.decode("tools", null)).isZero();
        assertThat(codec.encode("tools", null)).isNull();
    }

    @Test
    void a_cursor_of_another_list_is_rejected() {
        assertInvalid(codec.encode("prompts", 1L));
    }

    @Test
    void a_cursor_of_another_server_is_rejected() {
        assertInvalid(new PageCursorCodec(StateEncryptionKeys.generate()).encode("tools", 1L));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 7, 9, 1000})
    void content_that_is_no_position_is_rejected(int length) {
        assertInvalid(keys.seal("cursor of tools", new byte[length]));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "not base64!", "AAAA"})
    void text_that_was_not_sealed_is_rejected(String cursor) {
        assertInvalid(cursor);
    }
}
