package dev.tenon.coverage;

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
public final class RequirementCoverageListener implements TestExecutionListener {

    static final String OUTPUT = "tenon.ledger.output";

    private final Map<String, TestRun> lastRuns = new ConcurrentHashMap<>();
    private final RequirementIdFinder carried = new RequirementIdFinder();
    private final @Nullable Path output;
    private volatile @Nullable TestPlan plan;

    /** For JUnit: the file is the one that the system property names, none without it. */
    public RequirementCoverageListener() {
        String named = System.getProperty(OUTPUT);
        this.output = named == null ? null : Path.of(named);
    }

    RequirementCoverageListener(Path output) {
        this.output = output;
    }

    @Override
    public void testPlanExecutionStarted(TestPlan testPlan) {
        plan = testPlan;
    }

    @Override
    public void executionSkipped(TestIdentifier skipped, String reason) {
        recordOutcome(skipped, TestOutcome.SKIPPED);
        TestPlan running = plan;
        if (running != null) {
            running.getDescendants(skipped).forEach(test -> recordOutcome(test, TestOutcome.SKIPPED));
        }
    }

    @Override
    public void executionFinished(TestIdentifier finished, TestExecutionResult result) {
        switch (result.getStatus()) {
            case SUCCESSFUL -> {
                // A container ends well even if it ran nothing; only a test proves something.
                if (finished.isTest()) {
                    recordOutcome(finished, TestOutcome.PASSED);
                } else {
                    lastRuns.remove(finished.getUniqueId());
                }
            }
            case ABORTED -> recordOutcome(finished, TestOutcome.SKIPPED);
            case FAILED -> recordOutcome(finished, TestOutcome.FAILED);
        }
    }

    @Override
    public void testPlanExecutionFinished(TestPlan testPlan) {
        if (output != null) {
            Map<String, TestOutcome> outcomes = new HashMap<>();
            lastRuns.values()
                    .forEach(run -> run.ids.forEach(id -> outcomes.merge(id, run.outcome, TestOutcome::combine)));
            TestOutcomeFile.write(output, outcomes);
        }
    }

    private void recordOutcome(TestIdentifier test, TestOutcome outcome) {
        TestPlan running = plan;
        Set<String> ids = running == null ? Set.of() : carried.findIds(test, running);
        if (!ids.isEmpty()) {
            lastRuns.put(test.getUniqueId(), new TestRun(ids, outcome));
        }
    }

    private record TestRun(Set<String> ids, TestOutcome outcome) {}
}
