package dev.tenon.bench.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.jsonrpc.InboundMessage;
import org.junit.jupiter.api.Test;

/** What is measured does what it is to do. */
class BenchmarksTest {
    @Test
    void the_message_is_one_and_its_arguments_fit() {
        MessagePathBenchmark gate = new MessagePathBenchmark();

        assertThat(gate.reader()).isNotInstanceOf(InboundMessage.InvalidMessage.class);
        assertThat(gate.schema()).isEmpty();
        assertThat(gate.writer()).asString().contains("Tell me more.");
        assertThat(gate.jacksonTree().path("id").asInt()).isEqualTo(100_000_001);
    }
}
