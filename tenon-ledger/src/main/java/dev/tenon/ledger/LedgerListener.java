package dev.tenon.ledger;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Notes what became of the tests that carry ledger ids. JUnit finds it by itself; it writes only where the build says
 * so, by the system property {@value #OUTPUT}. Of a test that is run again, the last run counts.
 */
public final class LedgerListener implements TestExecutionListener {

    static final String OUTPUT = "tenon.ledger.output";

    private final Map<String, Run> lastRuns = new ConcurrentHashMap<>();
    private final CarriedIds carried = new CarriedIds();
    private final @Nullable Path output;
    private volatile @Nullable TestPlan plan;

    /** For JUnit: the file is the one that the system property names, none without it. */
    public LedgerListener() {
        String named = System.getProperty(OUTPUT);
        this.output = named == null ? null : Path.of(named);
    }

    LedgerListener(Path output) {
        this.output = output;
    }

    @Override
    public void testPlanExecutionStarted(TestPlan testPlan) {
        plan = testPlan;
    }

    @Override
    public void executionSkipped(TestIdentifier skipped, String reason) {
        note(skipped, Outcome.SKIPPED);
        TestPlan running = plan;
        if (running != null) {
            running.getDescendants(skipped).forEach(test -> note(test, Outcome.SKIPPED));
        }
    }

    @Override
    public void executionFinished(TestIdentifier finished, TestExecutionResult result) {
        switch (result.getStatus()) {
            case SUCCESSFUL -> {
                // A container ends well even if it ran nothing; only a test proves something.
                if (finished.isTest()) {
                    note(finished, Outcome.PASSED);
                } else {
                    lastRuns.remove(finished.getUniqueId());
                }
            }
            case ABORTED -> note(finished, Outcome.SKIPPED);
            case FAILED -> note(finished, Outcome.FAILED);
        }
    }

    @Override
    public void testPlanExecutionFinished(TestPlan testPlan) {
        if (output != null) {
            Map<String, Outcome> outcomes = new HashMap<>();
            lastRuns.values().forEach(run -> run.ids.forEach(id -> outcomes.merge(id, run.outcome, Outcome::and)));
            OutcomeFile.write(output, outcomes);
        }
    }

    private void note(TestIdentifier test, Outcome outcome) {
        TestPlan running = plan;
        Set<String> ids = running == null ? Set.of() : carried.by(test, running);
        if (!ids.isEmpty()) {
            lastRuns.put(test.getUniqueId(), new Run(ids, outcome));
        }
    }

    private record Run(Set<String> ids, Outcome outcome) {}
}
