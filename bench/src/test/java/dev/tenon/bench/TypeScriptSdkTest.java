package dev.tenon.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenon.bench.load.Question;
import dev.tenon.bench.report.Report;
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

        try (Race race =
                new Race(List.of(Contender.TYPESCRIPT_SESSION, Contender.TYPESCRIPT_MODERN), new Report(told::add))) {
            Turns<Contender> turns = race.at(2, one -> Question.echo(one.form(), one.tool("echo"), 250));
            Map<Contender, Series> seen = turns.take(Pace.of(0, 1, 100));

            assertThat(seen.values()).hasSize(2).allMatch(series -> series.median(Round::perSecond) > 1);
        }
        assertThat(told).isEmpty();
    }
}
