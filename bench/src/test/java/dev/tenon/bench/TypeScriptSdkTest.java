package dev.tenon.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenon.bench.load.BenchmarkCall;
import dev.tenon.bench.report.BenchmarkReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The TypeScript SDK answers as the others do. A test installs nothing: it runs where the bench has done so. */
@Timeout(60)
class TypeScriptSdkTest {
    @Test
    void it_answers_in_both_revisions() throws IOException {
        assumeTrue(TypeScriptSdk.isInstalled(), "the TypeScript SDK is installed by bench/run http");
        List<String> told = new ArrayList<>();

        try (ContenderServers race = new ContenderServers(
                List.of(HttpContender.TYPESCRIPT_SESSION, HttpContender.TYPESCRIPT_MODERN),
                new BenchmarkReport(told::add))) {
            RoundRobin<HttpContender> turns =
                    race.createLoads(2, one -> BenchmarkCall.echo(one.form(), one.tool("echo"), 250));
            Map<HttpContender, RoundSeries> seen = turns.measure(MeasurementPlan.of(0, 1, 100));

            assertThat(seen.values()).hasSize(2).allMatch(series -> series.median(RoundMeasurement::perSecond) > 1);
        }
        assertThat(told).isEmpty();
    }
}
