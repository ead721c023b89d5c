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

/** Tests the TypeScript SDK server. The test does not install it: it runs only if the benchmark has done so. */
@Timeout(60)
class TypeScriptSdkTest {
    @Test
    void it_responds_in_both_revisions() throws IOException {
        assumeTrue(TypeScriptSdk.isInstalled(), "the TypeScript SDK is installed by bench/run http");
        List<String> output = new ArrayList<>();

        try (ContenderServers servers = new ContenderServers(
                List.of(HttpContender.TYPESCRIPT_SESSION, HttpContender.TYPESCRIPT_MODERN),
                new BenchmarkReport(output::add))) {
            RoundRobin<HttpContender> loads = servers.createLoads(
                    2, contender -> BenchmarkCall.echo(contender.shape(), contender.tool("echo"), 250));
            Map<HttpContender, RoundSeries> results = loads.measure(MeasurementPlan.of(0, 1, 100));

            assertThat(results.values()).hasSize(2).allMatch(series -> series.median(RoundMeasurement::perSecond) > 1);
        }
        assertThat(output).isEmpty();
    }
}
