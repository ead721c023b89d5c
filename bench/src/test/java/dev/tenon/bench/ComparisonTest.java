package dev.tenon.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What {@code bench/run --against} makes of what it measures. */
class ComparisonTest {
    private static final Build BEFORE = new Build("before", "");
    private static final Build NOW = new Build("now", "");
    private static final Build AGAIN = new Build("again", "");

    private final List<String> taken = new ArrayList<>();

    private Map<String, Turns.Turn> start(Build build, Processes processes) {
        double seconds = build.equals(BEFORE) ? 1 : build.equals(NOW) ? 1.5 : 1.65;
        return Map.of("calls", time -> {
            if (time.equals(Duration.ofMillis(2))) {
                taken.add(build.title());
            }
            return new Round(1, 1, 1, seconds, 0, 1);
        });
    }

    @Test
    void rounds_alternate_between_the_builds_and_a_build_is_compared_with_itself() throws Exception {
        Pace pace = new Pace(Duration.ofMillis(1), Duration.ofMillis(1), 12, Duration.ofMillis(2));
        Comparison comparison = new Comparison(BEFORE, NOW, AGAIN, pace);
        comparison.run(this::start);

        assertThat(taken).hasSize(36);
        assertThat(taken.subList(0, 6)).containsExactly("before", "now", "again", "before", "now", "again");
        assertThat(comparison.table().text())
                .contains("medians of 12 rounds")
                .containsPattern("calls +10\\.00 +15\\.00 +1\\.50 +1\\.10 +1\\.50 to 1\\.50 +1\\.10 to 1\\.10");
    }
}
