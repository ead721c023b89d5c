package dev.tenon.model.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import dev.tenon.json.Json;
import dev.tenon.model.Meta;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceContextValidatorTest {
    private static Meta meta(String key, String value) {
        return new Meta(Map.of(key, Json.of(value)));
    }

    @Test
    @Covers("2026-07-28/meta/trace-context-format")
    void well_formed_trace_context_is_returned() {
        String parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        assertThat(meta("traceparent", parent).traceparent()).isEqualTo(parent);
        assertThat(meta("tracestate", "congo=t61rcWkgMzE,rojo=00f067aa0ba902b7").tracestate())
                .isNotNull();
        assertThat(meta("baggage", "userId=alice;p=1,server=x").baggage()).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00",
                "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                "00-00000000000000000000000000000000-b7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
                "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-x"
            })
    @Covers("2026-07-28/meta/trace-context-format")
    void a_malformed_traceparent_counts_as_absent(String value) {
        assertThat(meta("traceparent", value).traceparent()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "a=b\nc", "a=\u00e4", "=,="})
    @Covers("2026-07-28/meta/trace-context-format")
    void a_malformed_list_counts_as_absent(String value) {
        assertThat(meta("tracestate", value).tracestate()).isNull();
        assertThat(meta("baggage", value).baggage()).isNull();
    }
}
