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
 * Records the outcomes of tests with requirement ids. JUnit discovers it as a service; it only writes a file if the
 * system property {@value #OUTPUT} names one. If a test runs several times, the last outcome counts.
 */
public final class RequirementCoverageListener implements TestExecutionListener {

    static final String OUTPUT = "tenon.ledger.output";

    private final Map<String, TestRun> lastRuns = new ConcurrentHashMap<>();
    private final RequirementIdFinder idFinder = new RequirementIdFinder();
    private final @Nullable Path output;
    private volatile @Nullable TestPlan plan;

    /** Creates the listener for JUnit. The system property names the output file; without it nothing is written. */
    public RequirementCoverageListener() {
        String fileName = System.getProperty(OUTPUT);
        this.output = fileName == null ? null : Path.of(fileName);
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
                // A container succeeds even if it ran no test, so only a test proves a requirement.
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
        Set<String> ids = running == null ? Set.of() : idFinder.findIds(test, running);
        if (!ids.isEmpty()) {
            lastRuns.put(test.getUniqueId(), new TestRun(ids, outcome));
        }
    }

    private record TestRun(Set<String> ids, TestOutcome outcome) {}
}
