package dev.tenon.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Requirement;
import dev.tenon.coverage.RequirementCoverage;
import dev.tenon.coverage.TestOutcome;
import dev.tenon.coverage.TestOutcomeFile;
import dev.tenon.coverage.UntestableRequirements;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Adds up what the tests of all modules proved in this build, and prints it. */
class RequirementReportTest {

    private final RequirementCoverage coverage =
            RequirementCoverage.measure(Requirement.readAll(), UntestableRequirements.readAll(), readOutcomes());

    @Test
    void every_must_that_binds_a_server_has_a_test_or_a_reason() throws IOException {
        String report = coverage.formatReport();
        System.out.println(report);
        Files.createDirectories(Path.of("target", "ledger"));
        Files.writeString(Path.of("target", "ledger", "coverage.txt"), report);

        if (Boolean.getBoolean("tenon.ledger.enforce")) {
            assertThat(coverage.missing())
                    .as("Write a test that carries the id, or put it with its reason into ledger/untestable.txt.")
                    .isEmpty();
        }
    }

    @Test
    void ids_in_tests_and_reasons_are_valid() {
        assertThat(coverage.mistakes()).isEmpty();
    }

    private static Map<String, TestOutcome> readOutcomes() {
        Map<String, TestOutcome> all = new TreeMap<>();
        for (Path module : ProjectModules.allModules()) {
            Path file = module.resolve(TestOutcomeFile.PATH);
            if (Files.exists(file)) {
                TestOutcomeFile.read(file).forEach((id, outcome) -> all.merge(id, outcome, TestOutcome::combine));
            }
        }
        return all;
    }
}
