package dev.tenon.guard.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

/** Issue 20, item 30. */
class StderrLogTest {
    private final List<String> log = new ArrayList<>();
    private final AtomicLong now = new AtomicLong();
    private final LongAdder droppedLines = new LongAdder();
    private final StderrLog stderr = new StderrLog(
            "files",
            Map.of("DB_PASSWORD", "hunter22", "GREETING", "good morning", "SHORT_TOKEN", "a"),
            1000,
            log::add,
            droppedLines,
            now::get);

    @Test
    void each_line_names_its_process_and_is_escaped() {
        stderr.accept("\u001b[31mred\u202e\tx");
        stderr.accept("");
        assertThat(log).containsExactly("[files] \\u001b[31mred\\u202e    x", "[files] ");
    }

    @Test
    void secrets_are_redacted_by_format_and_by_the_names_of_variables() {
        stderr.accept("password hunter22, good morning, a, AKIAIOSFODNN7EXAMPLZ");
        assertThat(log)
                .singleElement()
                .asString()
                .startsWith("[files] password [redacted], good morning, a, [redacted: ")
                .doesNotContain("hunter22", "AKIA");
    }

    @Test
    void lines_beyond_the_limit_are_dropped_and_counted() {
        for (int i = 0; i < 100; i++) {
            stderr.accept("x".repeat(100));
        }
        assertThat(log).hasSize(11);
        assertThat(log.get(10)).contains("1000 bytes in 10 s", "\"stderr\"");
        assertThat(droppedLines.sum()).isEqualTo(90);

        now.addAndGet(Duration.ofSeconds(10).toNanos());
        stderr.accept("again");
        assertThat(log.subList(11, log.size())).containsExactly("[files] (90 lines were dropped)", "[files] again");
    }

    @Test
    void empty_lines_count_too() {
        for (int i = 0; i < 100; i++) {
            stderr.accept("");
        }
        assertThat(log).hasSize(1000 / StderrLog.LINE_BYTES + 1);
    }
}
