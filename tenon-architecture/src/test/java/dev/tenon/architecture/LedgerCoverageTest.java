package dev.tenon.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.ledger.Coverage;
import dev.tenon.ledger.Outcome;
import dev.tenon.ledger.OutcomeFile;
import dev.tenon.ledger.Requirement;
import dev.tenon.ledger.Untestable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Adds up what the tests of all modules proved in this build, and prints it. */
class LedgerCoverageTest {

    private final Coverage coverage = Coverage.of(Requirement.all(), Untestable.all(), outcomes());

    @Test
    void every_must_that_binds_a_server_has_a_test_or_a_reason() throws IOException {
        String report = coverage.report();
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
    void ids_in_tests_and_reasons_are_right() {
        assertThat(coverage.mistakes()).isEmpty();
    }

    private static Map<String, Outcome> outcomes() {
        Map<String, Outcome> all = new TreeMap<>();
        for (Path module : Project.allModules()) {
            Path file = module.resolve(OutcomeFile.PLACE);
            if (Files.exists(file)) {
                OutcomeFile.read(file).forEach((id, outcome) -> all.merge(id, outcome, Outcome::and));
            }
        }
        return all;
    }
}
