package dev.tenon.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests how {@code bench/run --against} evaluates its measurements. */
class BuildComparisonTest {
    private static final TenonBuild BEFORE = new TenonBuild("before", "", false);
    private static final TenonBuild NOW = new TenonBuild("now", "", false);
    private static final TenonBuild AGAIN = new TenonBuild("again", "", false);

    private final List<String> measured = new ArrayList<>();

    private Map<String, RoundRobin.TimedLoad> start(TenonBuild build, ProcessGroup processes) {
        double seconds = build.equals(BEFORE) ? 1 : build.equals(NOW) ? 1.5 : 1.65;
        return Map.of("calls", time -> {
            if (time.equals(Duration.ofMillis(2))) {
                measured.add(build.title());
            }
            return new RoundMeasurement(1, 1, 1, seconds, 0, 1);
        });
    }

    @Test
    void rounds_alternate_between_the_builds_and_a_build_is_compared_with_itself() throws Exception {
        MeasurementPlan plan =
                new MeasurementPlan(Duration.ofMillis(1), Duration.ofMillis(1), 12, Duration.ofMillis(2));
        BuildComparison comparison = new BuildComparison(BEFORE, NOW, AGAIN, plan);
        comparison.run(this::start);

        assertThat(measured).hasSize(36);
        assertThat(measured.subList(0, 6)).containsExactly("before", "now", "again", "again", "before", "now");
        assertThat(comparison.toTable().toText())
                .contains("medians of 12 rounds")
                .containsPattern("calls +10\\.00 +15\\.00 +1\\.50 +1\\.10 +1\\.50 to 1\\.50 +1\\.10 to 1\\.10");
    }
}
