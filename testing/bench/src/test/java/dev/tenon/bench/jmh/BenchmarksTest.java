package dev.tenon.bench.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.jsonrpc.MessageReadResult;
import org.junit.jupiter.api.Test;

/** Tests that the benchmarks do what they measure. */
class BenchmarksTest {
    @Test
    void the_message_is_valid_and_its_arguments_conform_to_the_schema() {
        MessagePathBenchmark benchmark = new MessagePathBenchmark();

        assertThat(benchmark.reader()).isNotInstanceOf(MessageReadResult.InvalidMessage.class);
        assertThat(benchmark.schema()).isEmpty();
        assertThat(benchmark.writer()).asString().contains("Tell me more.");
        assertThat(benchmark.jacksonTree().path("id").asInt()).isEqualTo(100_000_001);
    }
}
