package dev.tenon.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.coverage.Covers;
import dev.tenon.json.Json;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MetaTest {
    @ParameterizedTest
    @ValueSource(strings = {"a", "a/b", "com.example/a", "com.ex-1.x/", "x/a.b_c-d", "traceparent", "A1.b2/C3", "9"})
    @Covers({"core/meta/prefix-format", "core/meta/label-format", "core/meta/name-format"})
    void valid_keys_are_accepted(String key) {
        assertThat(Meta.of(key, Json.NULL).get(key)).isEqualTo(Json.NULL);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "/a", "1a/b", "-a/b", "a-/b", "a..b/c", ".a/b", "a./b", "a/b/c", "a/-b", "a/b.", "_a", "a b",
                "a/b\n"
            })
    @Covers({"core/meta/prefix-format", "core/meta/label-format", "core/meta/name-format"})
    void invalid_keys_are_rejected_in_written_messages(String key) {
        assertThatThrownBy(() -> Meta.of(key, Json.NULL))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("Invalid key for _meta");
    }

    @Test
    @Covers("core/meta/preserve-unknown")
    void invalid_keys_are_tolerated_in_received_messages() {
        assertThat(new Meta(Map.of("a b", Json.NULL)).get("a b")).isEqualTo(Json.NULL);
    }

    @Test
    @Covers("core/meta/reserved-second-label")
    void the_second_label_marks_reserved_keys() {
        assertThat(MetaKey.isReserved("io.modelcontextprotocol/x")).isTrue();
        assertThat(MetaKey.isReserved("dev.mcp/")).isTrue();
        assertThat(MetaKey.isReserved("com.mcp.tools/x")).isTrue();
        assertThat(MetaKey.isReserved("com.example.mcp/x")).isFalse();
        assertThat(MetaKey.isReserved("com.mcpx/x")).isFalse();
        assertThat(MetaKey.isReserved("x")).isFalse();
    }

    @Test
    void well_known_keys_have_accessors() {
        Meta meta = Meta.EMPTY
                .withProgressToken(ProgressToken.of(5))
                .with(MetaKey.TRACEPARENT, Json.of("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"))
                .with(MetaKey.TRACESTATE, Json.of("a=b"))
                .with(MetaKey.BAGGAGE, Json.of("c=d"));
        assertThat(meta.progressToken()).isEqualTo(ProgressToken.of(5));
        assertThat(meta.traceparent()).isEqualTo("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
        assertThat(meta.tracestate()).isEqualTo("a=b");
        assertThat(meta.baggage()).isEqualTo("c=d");
        assertThat(meta.without(MetaKey.BAGGAGE).baggage()).isNull();
        assertThat(Meta.of(MetaKey.PROGRESS_TOKEN, Json.of(true)).progressToken())
                .isNull();
    }
}
