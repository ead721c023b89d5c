package dev.tenon.server.internal.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.server.LimitType;
import org.junit.jupiter.api.Test;

class ClientInfoSizeValidatorTest {
    /** The sizes of "clientInfo" and "capabilities" in the params below: 10 and 12. */
    private static final int SIZE = 22;

    private static final Json PARAMS =
            Json.parse("{\"clientInfo\":{\"a\":\"bc\"},\"capabilities\":{\"a\":\"bcde\"},\"other\":\"not counted\"}");

    private final LimitHitCounters counters = new LimitHitCounters();

    private int measure(int maxBytes, Json holder) {
        return new ClientInfoSizeValidator(maxBytes, counters)
                .validateAndMeasure(holder, "params.", "clientInfo", "capabilities");
    }

    @Test
    void both_members_together_may_have_the_maximum_size() {
        assertThat(measure(SIZE, PARAMS)).isEqualTo(SIZE);
        assertThat(counters.counts()).containsEntry(LimitType.CLIENT_BYTES, 0L);
    }

    @Test
    void one_more_byte_is_rejected_and_the_larger_member_is_named() {
        assertThatThrownBy(() -> measure(SIZE - 1, PARAMS))
                .isInstanceOf(RpcException.class)
                .hasMessageContaining("params.capabilities: 12 bytes")
                .hasMessageContaining("limit: clientInfoBytes");
        assertThat(counters.counts()).containsEntry(LimitType.CLIENT_BYTES, 1L);
    }

    @Test
    void a_missing_member_has_no_size() {
        assertThat(measure(SIZE, Json.parse("{\"clientInfo\":{\"a\":\"bc\"}}"))).isEqualTo(10);
    }

    @Test
    void params_that_are_no_object_have_no_size() {
        assertThat(measure(1, null)).isZero();
        assertThat(measure(1, Json.parse("\"a long text\""))).isZero();
    }
}
