package dev.tenon.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.bench.report.BenchmarkReport;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs each scenario for a fraction of a second; the results are not checked. */
@Tag("exhaustive")
@Timeout(180)
class BenchmarkRunnerTest {
    @BeforeAll
    static void servers_start_fast() {
        System.setProperty("bench.options", "-XX:TieredStopAtLevel=1 -Xshare:auto");
    }

    static List<String> scenarios() {
        return BenchmarkRunner.scenarios();
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void a_scenario_runs_and_reports(String scenario) {
        List<String> output = new ArrayList<>();

        BenchmarkRunner.run(BenchmarkProfile.smoke(), List.of(scenario), new BenchmarkReport(output::add));

        assertThat(output).isNotEmpty();
    }
}
